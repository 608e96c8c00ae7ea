/* SPDX-License-Identifier: Apache-2.0 */
/* check_liberty.c -- check_liberty FILE [GLOB ...]: reads a Liberty file without the cells that the globs name and
 * prints what the flow takes from it. The program of the tests of such files. */
#include <locale.h>
#include <stdlib.h>

#include "liberty.h"

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    if (argc < 2) {
        fputs("usage: check_liberty FILE [DONT_USE_GLOB ...]\n", stderr);
        return 2;
    }
    struct diag *d = diag_new();
    struct liberty *lib = liberty_read(argv[1], (const char *const *)argv + 2, d);
    diag_print(d, stderr);
    int status = diag_exit_status(d);
    if (lib) {
        int flipflops = 0, inverters = 0, buffers = 0;
        double leakage = 0;
        for (int i = 0; i < lib->cells; i++) {
            flipflops += lib->cell[i].flipflop;
            inverters += lib->cell[i].inverter;
            buffers += lib->cell[i].buffer_in != NULL;
            leakage += lib->cell[i].leakage;
        }
        printf("%s: %d cells, %d flip-flops, %d inverters, %d buffers; %zu bytes %s\n", lib->name, lib->cells,
               flipflops, inverters, buffers, lib->size, lib->digest);
        printf("NAND2 %g um2; buffer %s; time unit %g ps; %g V; mean leakage %g nW\n", lib->nand2_area,
               lib->buffer->name, lib->time_ps, lib->voltage, leakage / lib->cells);
    }
    liberty_free(lib);
    diag_free(d);
    return status;
}
