. ./tech.sh
cost sed "s/technology/techology/"
