/* SPDX-License-Identifier: Apache-2.0 */
/* embed.c -- build tool: embed OUT.c FILE... writes the files as C arrays, sorted as given, see gen/embedded.h. */
#include <stdio.h>
#include <stdlib.h>

static long put_file(FILE *out, const char *path, int number)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        exit(1);
    }
    fprintf(out, "static const unsigned char f%d[] = {", number);
    long size = 0;
    for (int c; (c = getc(in)) != EOF; size++)
        fprintf(out, "%s%d,", size % 32 ? "" : "\n", c);
    fprintf(out, "0};\n"); /* a final NUL, so that text files are strings */
    fclose(in);
    return size;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    FILE *out = fopen(argv[1], "w");
    long *size = calloc((size_t)argc, sizeof *size);
    if (!out || !size) {
        perror(argv[1]);
        return 1;
    }
    fprintf(out, "#include \"embedded.h\"\n");
    for (int i = 2; i < argc; i++)
        size[i] = put_file(out, argv[i], i);
    fprintf(out, "const struct embedded_file embedded_files[] = {\n");
    for (int i = 2; i < argc; i++)
        fprintf(out, "    {\"%s\", f%d, %ldu},\n", argv[i], i, size[i]);
    fprintf(out, "    {0, 0, 0}};\n");
    free(size);
    return fclose(out) == 0 ? 0 : 1;
}
