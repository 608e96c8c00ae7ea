# SPDX-License-Identifier: Apache-2.0
# A thin layer over CMake; programs end up in build/bin/.
#
#   make          configure and build
#   make demo     install what is missing, build, generate and run a core
#   make test     install what is missing, build, run all tests
#   make clean    remove build/
#
# Long measurements. Each writes its record into docs/figures and its table into a page of docs; what is on record, or kept in
# build/, is not done again, so that each goes on where it stopped.
#
#   make grid       every activation type, arithmetic, kind and pipeline depth in Verilator (half an hour)
#   make lint       the tests of lint, then the whole lint grid (an hour)
#   make figures    flattened areas (an hour)
#   make formal     all proofs, all planted faults (half an hour)
#   make mutation   one place of RTL or golden model changed at a time: does a test find it? (a quarter of an hour)
#   make fpga       what cores take of FPGAs (half an hour)
#   make findings   what the design space says, by sweeps and syntheses (hours)
#   make validate   the cost model of osu018 and osu035 calibrated anew and judged (hours; TECHS="osu018 asap7=FILE ..." for others)
#   make fuzz       all fuzz targets, ten minutes each
#   make sanitizers all tests with AddressSanitizer and UBSan (hours)
#   make bench      speed of what has to be quick (two minutes)

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
	@nice flows/figures.sh build lint $(JOBS)

figures: all
	@nice flows/figures.sh build area $(JOBS)

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
