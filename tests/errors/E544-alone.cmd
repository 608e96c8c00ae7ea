. ./dse.sh
small --macs-per-cycle 64.. --limit area-mm2=..0.001 --limit fmax=..1e6 --clock 100
