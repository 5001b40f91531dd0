# The front door: each target says what CMake or the program does. Nothing is decided here.
BUILD := build
LESSONS := $(shell sed -n 's/^GS_LESSON.\([0-9]*\),.*/\1/p' lessons/lessons.def)
JOBS ?= $(shell sh cmake/jobs.sh)
build = @sh cmake/build.sh $(BUILD) "$(JOBS)"
# By the launcher, so that what it prints to be typed works here.
gridstride = $(if $(filter build,$(BUILD)),./gridstride,$(BUILD)/bin/gridstride)

# One after the other, also under make -j: the build has jobs of its own, and what is timed is alone.
.NOTPARALLEL:
.PHONY: all programs libraries tests help deps lessons inspect autograder wheel test test-all bench plots report clean \
	$(LESSONS:%=lesson%) $(LESSONS:%=peers%) $(LESSONS:%=inspect%) $(LESSONS:%=exercise%)

all: libraries

help:
	@echo 'make deps      install what is missing (Debian, Ubuntu; as root, by sudo, or by SUDO=doas)'
	@echo 'make           build the programs into $(BUILD)/bin/; ./gridstride and ./simt-cc start them'
	@echo 'make lessonN   run lesson N: verify, time, table, plot (there is: $(LESSONS))'
	@echo 'make lessons   run them all, one after the other'
	@echo 'make peersN    run lesson N beside other libraries that python3 has'
	@echo 'make inspectN  see what each kernel of lesson N does to memory, and what is wrong with it'
	@echo 'make inspect   inspect them all'
	@echo 'make exerciseN check your exercises of lesson N, in exercises/, and say what is wrong'
	@echo '               (one that does not pass is no error of make; $(gridstride) check N has the exit status 1)'
	@echo 'make autograder EXERCISES=3   pack an autograder for Gradescope: $(BUILD)/autograder.zip'
	@echo '               (COURSE=DIR packs one for a course of your own: docs/teaching.md)'
	@echo 'make wheel     build a package for pip, and write it into $(BUILD)/'
	@echo '               (ARM=DIR makes one for Arm, with the root of a Debian for it: docs/building.md)'
	@echo 'make test      build and run the tests of what a user relies on: some minutes'
	@echo 'make test-all  build and run all tests'
	@echo 'make bench     print how fast the simulator and the baselines are'
	@echo 'make plots     draw the plots of all results again'
	@echo 'make report    write all results on one page: results/report.html'
	@echo 'make clean     remove $(BUILD)/; results stay'
	@echo 'JOBS=N         compile and test so many things at a time (here by itself: $(JOBS))'

deps:
	@sh cmake/install_deps.sh

programs:
	$(build) programs

libraries:
	$(build) programs peers

tests:
	$(build) all

$(LESSONS:%=lesson%): lesson%: programs
	@$(gridstride) run $*

lessons: programs
	@for lesson in $(LESSONS); do $(gridstride) run $$lesson || exit; done

$(LESSONS:%=peers%): peers%: libraries
	@$(gridstride) peers $*

$(LESSONS:%=inspect%): inspect%: programs
	@$(gridstride) inspect $*

inspect: programs
	@for lesson in $(LESSONS); do $(gridstride) inspect $$lesson || exit; done

# 1: an exercise does not pass yet, which is no error of make.
$(LESSONS:%=exercise%): exercise%: programs
	@$(gridstride) check $* || [ $$? -eq 1 ]

autograder: programs
	@sh cmake/autograder/bundle.sh $(BUILD)/autograder.zip '$(EXERCISES)' $(gridstride) '$(COURSE)'

wheel:
	@sh cmake/wheel.sh $(BUILD) '$(ARM)'

test: tests
	ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS) --label-exclude '^long$$'

test-all: tests # docs.ideas.all has the rows of docs.ideas.first, and course.LAB those of course.labs
	ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS) --exclude-regex '^(docs\.ideas\.first|course\.labs)$$'

bench: programs
	cmake --build $(BUILD) --target bench

plots: programs
	@$(gridstride) plot
	@$(gridstride) plot tests/bench/prediction/points.csv

report: programs
	@$(gridstride) report

clean:
	cmake -E rm -rf $(BUILD)
