. ./tech.sh
cost sed "s/<primitive name=\"skid\"/<primitive name=\"skid-bit\"/"
