. ./tech.sh
cost sed "s/name=\"ff-enable-bit\" um2=\"[^\"]*\"/name=\"ff-enable-bit\" um2=\"-3\"/"
