. ./tech.sh
cost sed "s/ff-enable-bit/ff-enabel-bit/"
