# The front door: each target says what CMake or the program does. Nothing is decided here.
BUILD := build
LESSONS := $(shell sed -n 's/^GS_LESSON.\([0-9]*\),.*/\1/p' lessons/lessons.def)

.PHONY: all programs libraries inspected help deps lessons inspect autograder test bench plots report clean \
	$(LESSONS:%=lesson%) $(LESSONS:%=peers%) $(LESSONS:%=inspect%) $(LESSONS:%=exercise%)

all: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) --parallel

$(BUILD)/CMakeCache.txt:
	cmake --preset release -B $(BUILD)

help:
	@echo 'make deps      install what is missing (Debian, Ubuntu; root or sudo)'
	@echo 'make           build everything into $(BUILD)/'
	@echo 'make lessonN   run lesson N: verify, time, table, plot (there is: $(LESSONS))'
	@echo 'make lessons   run them all, one after the other'
	@echo 'make peersN    run lesson N beside other libraries that python3 has'
	@echo 'make inspectN  see what each kernel of lesson N does to memory, and what is wrong with it'
	@echo 'make inspect   inspect them all'
	@echo 'make exerciseN check your exercises of lesson N, in exercises/, and say what is wrong'
	@echo 'make autograder EXERCISES=3   pack an autograder for Gradescope: $(BUILD)/autograder.zip'
	@echo 'make test      build and run the tests'
	@echo 'make bench     print how fast the simulator and the baselines are'
	@echo 'make plots     draw the plots of all results again'
	@echo 'make report    write all results on one page: results/report.html'
	@echo 'make clean     remove $(BUILD)/; results stay'

deps:
	sh cmake/install_deps.sh

programs: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) --parallel --target programs

$(LESSONS:%=lesson%): lesson%: programs
	$(BUILD)/bin/gridstride run $*

lessons: programs
	for lesson in $(LESSONS); do $(BUILD)/bin/gridstride run $$lesson || exit; done

libraries: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) --parallel --target peers

$(LESSONS:%=peers%): peers%: libraries
	$(BUILD)/bin/gridstride peers $*

inspected: programs
	cmake --build $(BUILD) --parallel --target gridstride-inspect

$(LESSONS:%=inspect%): inspect%: inspected
	$(BUILD)/bin/gridstride inspect $*

inspect: inspected
	for lesson in $(LESSONS); do $(BUILD)/bin/gridstride inspect $$lesson || exit; done

$(LESSONS:%=exercise%): exercise%: programs
	@$(BUILD)/bin/gridstride check $*

autograder: programs
	sh cmake/autograder/bundle.sh $(BUILD)/autograder.zip '$(EXERCISES)' $(BUILD)/bin/gridstride

test: all
	ctest --test-dir $(BUILD) --output-on-failure --parallel 2

bench: programs
	cmake --build $(BUILD) --target bench

plots: programs
	$(BUILD)/bin/gridstride plot

report: programs
	$(BUILD)/bin/gridstride report

clean:
	cmake -E rm -rf $(BUILD)
