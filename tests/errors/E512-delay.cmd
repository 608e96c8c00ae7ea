. ./tech.sh
cost sed "/<delay>/,/<.delay>/d"
