/* SPDX-License-Identifier: Apache-2.0 */
/* make_tech.c -- writes the made-up technology to standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "buf.h"
#include "made_up.h"

int main(void)
{
    struct tech *t = malloc(sizeof *t);
    struct buf out = BUF_INIT;
    if (!t)
        return 1;
    made_up_tech(t);
    tech_write(&out, t);
    fputs(out.data, stdout);
    buf_release(&out);
    free(t);
    return fflush(stdout) != 0;
}
