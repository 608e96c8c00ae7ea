. ./tech.sh
cost sed "/name=\"fetch-entry-bit\"/d"
