. ./dse.sh
small --max-space 100
