. ./dse.sh
small --build sequential --half false,true --network naive --act int8
