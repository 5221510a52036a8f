// The command `storey`.
#include "command_line.h"

int main(int argc, char** argv) { return storey::run_command_line(argc, argv); }
