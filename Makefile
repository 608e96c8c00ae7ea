# SPDX-License-Identifier: Apache-2.0
# A thin layer over CMake; programs end up in build/bin/.
#
#   make          configure and build           make demo    install what is missing, build, generate and run a core
#   make grid     every activation type, arithmetic, kind and pipeline depth in Verilator (hours; goes on where it stopped)
#   make lint     lint of RTL and scripts       make test    install what is missing, build, run all tests
#   make figures  measure the tables of docs/verification.md again: the whole lint grid, areas (an hour)
#   make validate calibrate osu018 and osu035 anew and judge the cost model (hours; TECHS="osu018 asap7=FILE ..." for others)
#   make findings what the design space says, by sweeps and syntheses: docs/findings.md (an hour; goes on where it stopped)
#   make formal   prove all that docs/formal.md lists, and plant all faults (half an hour; goes on where it stopped)
#   make mutation changes one place of RTL or golden model at a time: does a test find it? docs/mutation.md (goes on where it stopped)
#   make fuzz     all fuzz targets, ten minutes each; make sanitizers: all tests with ASan and UBSan (hours);
#   make fpga     what cores take of FPGAs: docs/fpga.md (half an hour; goes on where it stopped)
#   make bench    speed of what has to be quick               make clean    remove build/

DEMO := --mu 3 --luts 16 --fetchers 32 --reuse 8 --act int8
JOBS := 2

.PHONY: all deps demo test grid lint figures bench validate findings formal mutation fuzz sanitizers fpga clean

# Configured again only when CMake asks for it: its own rules watch the CMake files.
all: build/Makefile
	@+cmake --build build -j $(JOBS) -- --no-print-directory

build/Makefile:
	@cmake --preset release

deps:
	@flows/install-deps.sh

demo: deps
	@$(MAKE) --no-print-directory all
	build/bin/tlut-gen $(DEMO) -o rtl_out/demo
	build/bin/tlut-sim $(DEMO) --shape 2560x2560 --seed 1

# ctest's own summary scrolls by in pieces; the last line says it all.
test: deps
	@$(MAKE) --no-print-directory all
	@flows/run-tests.sh build $(JOBS)

# What has passed with the same RTL and the same tests is not run again.
grid: all
	@TLUT_COSIM_CACHE=build/cosim-cache nice flows/grid.sh build

lint: all
	@flows/run-tests.sh build $(JOBS) -L lint
	@tests/lint/grid.sh | tests/lint/corners.sh -p build/lint-cache -j $(JOBS) build/bin/tlut-gen -

figures: all
	@flows/figures.sh build lint $(JOBS)
	@flows/figures.sh build area $(JOBS)

TECHS := osu018 osu035
validate: all
	@nice flows/validate.sh -j $(JOBS) $(TECHS)

# Syntheses on record are kept; flows/findings.sh -a measures all of them again.
findings: all
	@nice flows/findings.sh

formal: all
	@nice tests/formal/run.sh -t build/bin/tlut-gen -o docs/figures/formal.csv
	@nice tests/formal/run.sh -t build/bin/tlut-gen -m -o docs/figures/formal_mutants.csv
	@flows/formal_doc.sh
	@flows/records_doc.sh

# Verdicts on record are kept as long as sources and tests are the same.
mutation: all
	@tests/mutation/run.sh -j $(JOBS) build
	@flows/records_doc.sh

fuzz: all
	@nice flows/fuzz.sh build

sanitizers:
	@nice flows/sanitizers.sh -j $(JOBS)

fpga: all
	@nice flows/fpga.sh build

# CPU time, so that a busy machine does not lie much.
bench: all
	@flows/bench.sh build

clean:
	rm -rf build
