. ./dse.sh
small --macs-per-cycle 1024
