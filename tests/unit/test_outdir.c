/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"
#include "diag.h"
#include "outdir.h"
#include "outdir_fs.h"

static char scratch[] = "/tmp/tlut-outdir-XXXXXX";

static const char *at(const char *name)
{
    static char path[4][512];
    static int turn;
    char *p = path[turn = (turn + 1) % 4];
    snprintf(p, 512, "%s/%s", scratch, name);
    return p;
}

static void begin(void)
{
    strcpy(scratch + strlen(scratch) - 6, "XXXXXX");
    if (!mkdtemp(scratch))
        abort();
}

/* Each test ends here: its scratch folder holds nothing but what it names, and no temporary folders. */
static void finish(int entries)
{
    int n = 0;
    DIR *d = opendir(scratch);
    for (struct dirent *e; (e = readdir(d));) {
        CU_ASSERT_PTR_NULL(strstr(e->d_name, ".tmp-"));
        n += e->d_name[0] != '.' || (e->d_name[1] && e->d_name[1] != '.');
    }
    closedir(d);
    CU_ASSERT_EQUAL(n, entries);
    CU_ASSERT_EQUAL(fs_remove_tree(scratch), 0);
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f)
        abort();
    fputs(text, f);
    fclose(f);
}

static bool holds(const char *path, const char *text)
{
    struct buf b = BUF_INIT;
    bool same = fs_read(path, &b) == 0 && strcmp(b.data, text) == 0;
    buf_release(&b);
    return same;
}

/* A small package: rtl/a.v with the given text, b.txt, a manifest that lists them. */
static struct outdir *package(const char *text)
{
    struct outdir *o = outdir_new();
    outdir_add(o, "rtl/a.v", text, strlen(text));
    outdir_add(o, "b.txt", "", 0);
    const char *m = "{\"generator\": \"tlut-gen\", \"files\": {\"rtl/a.v\": \"\", \"b.txt\": \"\", \"z.v\": \"\"}}\n";
    outdir_add(o, "manifest.json", m, strlen(m));
    return o;
}

static enum outdir_result commit(struct outdir *o, const char *dir, int status, const char *say)
{
    struct diag *d = diag_new();
    enum outdir_result r = outdir_commit(o, dir, d);
    char *said = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&said, &size);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_EQUAL(diag_count(d), r == OUTDIR_FAILED);
    CU_ASSERT_EQUAL(diag_exit_status(d), status);
    if (say && !strstr(said, say))
        fprintf(stderr, "\n--- said\n%s--- want\n%s\n", said, say);
    CU_ASSERT_TRUE(!say || strstr(said, say));
    free(said);
    diag_free(d);
    outdir_free(o);
    return r;
}

static void files(void)
{
    struct outdir *o = package("x");
    CU_ASSERT_EQUAL(outdir_count(o), 3);
    CU_ASSERT_STRING_EQUAL(outdir_file(o, 0)->path, "b.txt");
    CU_ASSERT_STRING_EQUAL(outdir_file(o, 2)->path, "rtl/a.v");
    CU_ASSERT_PTR_NULL(outdir_file(o, 3));
    CU_ASSERT_STRING_EQUAL(outdir_find(o, "rtl/a.v")->data, "x");
    CU_ASSERT_PTR_NULL(outdir_find(o, "rtl"));
    outdir_free(o);
}

static void fresh(void)
{
    begin();
    mode_t mask = umask(077);
    CU_ASSERT_EQUAL(commit(package("one"), at("out"), 0, NULL), OUTDIR_WRITTEN);
    umask(mask);
    CU_ASSERT_TRUE(holds(at("out/rtl/a.v"), "one"));
    CU_ASSERT_TRUE(holds(at("out/b.txt"), ""));
    struct stat st;
    CU_ASSERT_TRUE(stat(at("out/rtl/a.v"), &st) == 0 && (st.st_mode & 07777) == 0644);
    CU_ASSERT_TRUE(stat(at("out/rtl"), &st) == 0 && (st.st_mode & 07777) == 0755);
    CU_ASSERT_TRUE(stat(at("out"), &st) == 0 && (st.st_mode & 07777) == 0755);
    finish(1);
}

static void places(void)
{
    begin();
    mkdir(at("empty"), 0700);
    CU_ASSERT_EQUAL(commit(package("one"), at("empty/"), 0, NULL), OUTDIR_WRITTEN);
    CU_ASSERT_EQUAL(commit(package("one"), at("a/b/c///"), 0, NULL), OUTDIR_WRITTEN);
    CU_ASSERT_TRUE(holds(at("a/b/c/rtl/a.v"), "one"));
    CU_ASSERT_EQUAL(symlink("a/b/c", at("link")), 0);
    CU_ASSERT_EQUAL(commit(package("two"), at("link"), 0, NULL), OUTDIR_WRITTEN); /* follows it, keeps it */
    CU_ASSERT_TRUE(holds(at("a/b/c/rtl/a.v"), "two"));
    int cwd = open(".", O_RDONLY);
    CU_ASSERT_EQUAL(chdir(scratch), 0);
    CU_ASSERT_EQUAL(commit(package("one"), "here", 0, NULL), OUTDIR_WRITTEN);
    CU_ASSERT_EQUAL(commit(package("one"), "d/../there", 0, NULL), OUTDIR_WRITTEN);
    CU_ASSERT_EQUAL(fchdir(cwd), 0);
    close(cwd);
    CU_ASSERT_TRUE(holds(at("here/rtl/a.v"), "one"));
    CU_ASSERT_TRUE(holds(at("there/rtl/a.v"), "one"));
    finish(6);
}

static void replace(void)
{
    begin();
    commit(package("one"), at("out"), 0, NULL);
    struct stat before, after;
    stat(at("out"), &before);
    CU_ASSERT_EQUAL(commit(package("one"), at("out"), 0, NULL), OUTDIR_UNCHANGED);
    stat(at("out"), &after);
    CU_ASSERT_TRUE(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    mkdir(at("out/obj_dir"), 0755);
    put(at("out/obj_dir/x.o"), "o");
    CU_ASSERT_EQUAL(commit(package("two"), at("out"), 0, NULL), OUTDIR_WRITTEN);
    CU_ASSERT_TRUE(holds(at("out/rtl/a.v"), "two"));
    CU_ASSERT_NOT_EQUAL(access(at("out/obj_dir"), F_OK), 0);
    put(at("out/rtl/a.v"), "edited");
    CU_ASSERT_EQUAL(commit(package("two"), at("out"), 0, NULL), OUTDIR_WRITTEN);
    CU_ASSERT_TRUE(holds(at("out/rtl/a.v"), "two"));
    finish(1);
}

static void foreign(void)
{
    begin();
    mkdir(at("mine"), 0755);
    put(at("mine/thesis.tex"), "years of work");
    CU_ASSERT_EQUAL(commit(package("x"), at("mine"), 3, "error[E202]"), OUTDIR_FAILED);
    put(at("mine/manifest.json"), "{\"generator\": \"other\", \"files\": {\"thesis.tex\": 1}}");
    CU_ASSERT_EQUAL(commit(package("x"), at("mine"), 3, "was not written by tlut-gen"), OUTDIR_FAILED);
    put(at("mine/manifest.json"), "{not json");
    CU_ASSERT_EQUAL(commit(package("x"), at("mine"), 3, "was not written by tlut-gen"), OUTDIR_FAILED);
    CU_ASSERT_TRUE(holds(at("mine/thesis.tex"), "years of work"));
    commit(package("one"), at("out"), 0, NULL);
    put(at("out/rtl/notes.txt"), "mine");
    CU_ASSERT_EQUAL(commit(package("two"), at("out"), 3, "holds 'rtl/notes.txt'"), OUTDIR_FAILED);
    CU_ASSERT_TRUE(holds(at("out/rtl/a.v"), "one"));
    CU_ASSERT_EQUAL(commit(package("one"), at("out"), 0, NULL), OUTDIR_UNCHANGED);
    finish(2);
}

static void not_a_folder(void)
{
    begin();
    put(at("file"), "text");
    CU_ASSERT_EQUAL(commit(package("x"), at("file"), 3, "error[E201]"), OUTDIR_FAILED);
    CU_ASSERT_EQUAL(symlink("nowhere", at("dangling")), 0);
    CU_ASSERT_EQUAL(commit(package("x"), at("dangling"), 3, "error[E201]"), OUTDIR_FAILED);
    CU_ASSERT_EQUAL(commit(package("x"), "", 3, "error[E201]"), OUTDIR_FAILED);
    CU_ASSERT_EQUAL(commit(package("x"), at("file/out"), 3, "error[E203]"), OUTDIR_FAILED);
    CU_ASSERT_TRUE(holds(at("file"), "text"));
    char longname[300];
    memset(longname, 'n', sizeof longname - 1);
    longname[sizeof longname - 1] = '\0';
    char path[600];
    snprintf(path, sizeof path, "%s/new/%s", scratch, longname);
    CU_ASSERT_EQUAL(commit(package("x"), path, 3, "error[E203]"), OUTDIR_FAILED);
    CU_ASSERT_NOT_EQUAL(access(at("new"), F_OK), 0); /* parents that were made are gone again */
    finish(2);
}

/* As an ordinary user: root may write everywhere. */
static void unwritable(void)
{
    begin();
    mkdir(at("locked"), 0755);
    chmod(scratch, 0755);
    chmod(at("locked"), 0555);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(9);
        struct diag *d = diag_new();
        struct outdir *o = package("x");
        bool ok =
            outdir_commit(o, at("locked/out"), d) == OUTDIR_FAILED && diag_exit_status(d) == 3 && diag_count(d) == 1;
        outdir_free(o);
        diag_free(d);
        _exit(ok ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    CU_ASSERT_EQUAL(status, 0);
    finish(1);
}

static void full_disk(void)
{
    begin();
    mkdir(at("disk"), 0755);
    if (mount("tlut", at("disk"), "tmpfs", 0, "size=64k") != 0) {
        printf(" (skipped: no tmpfs here: %s) ", strerror(errno));
        finish(1);
        return;
    }
    CU_ASSERT_EQUAL(commit(package("one"), at("disk/out"), 0, NULL), OUTDIR_WRITTEN);
    char *big = calloc(1, 1 << 20);
    memset(big, 'x', (1 << 20) - 1);
    CU_ASSERT_EQUAL(commit(package(big), at("disk/out"), 3, "No space left on device"), OUTDIR_FAILED);
    CU_ASSERT_EQUAL(commit(package(big), at("disk/p/q"), 3, "error[E203]"), OUTDIR_FAILED);
    CU_ASSERT_TRUE(holds(at("disk/out/rtl/a.v"), "one"));
    CU_ASSERT_EQUAL(commit(package("two"), at("disk"), 3, "error[E202]"), OUTDIR_FAILED);
    DIR *d = opendir(at("disk"));
    int n = 0;
    while (readdir(d))
        n++;
    closedir(d);
    CU_ASSERT_EQUAL(n, 3); /* ".", "..", "out" */
    free(big);
    umount(at("disk"));
    finish(1);
}

/* A child writes one package after the other into the same folder and is shot at a random moment: the folder always
 * holds one package, whole. */
static void killed(void)
{
    begin();
    uint64_t seed = unit_seed();
    static char text[2][200000];
    memset(text[0], 'a', sizeof text[0] - 1);
    memset(text[1], 'b', sizeof text[1] - 1);
    for (int round = 0; round < 40; round++) {
        pid_t child = fork();
        if (child == 0)
            for (int i = 0;; i++) {
                struct outdir *o = package(text[i % 2]);
                outdir_add(o, "z.v", text[i % 2], sizeof text[0] - 1);
                struct diag *d = diag_new();
                outdir_commit(o, at("out"), d);
                diag_free(d);
                outdir_free(o);
            }
        usleep((useconds_t)(unit_random(&seed) % 8000));
        kill(child, round % 2 ? SIGKILL : SIGTERM);
        int status;
        waitpid(child, &status, 0);
        if (access(at("out"), F_OK) == 0) {
            int which = holds(at("out/rtl/a.v"), text[1]);
            CU_ASSERT_TRUE(holds(at("out/rtl/a.v"), text[which]));
            CU_ASSERT_TRUE(holds(at("out/z.v"), text[which]));
        }
    }
    DIR *d = opendir(scratch); /* SIGKILL leaves its temporary folder; a later run clears it away */
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".tmp-")) {
            struct timespec old[2] = {{1, 0}, {1, 0}};
            utimensat(AT_FDCWD, at(e->d_name), old, 0);
        }
    closedir(d);
    struct outdir *o = package("last");
    outdir_add(o, "z.v", "", 0);
    commit(o, at("out"), 0, NULL);
    finish(1);
}

static struct outdir *large_package(void)
{
    struct outdir *o = package("x");
    for (int i = 0; i < 2000; i++) {
        char name[32];
        snprintf(name, sizeof name, "f%04d", i);
        outdir_add(o, name, "text", 4);
    }
    return o;
}

static void on_signal(int number)
{
    (void)number;
}

/* A program that survives the signal hears of it. */
static void interrupted(void)
{
    begin();
    struct sigaction survive = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, before;
    sigaction(SIGTERM, &survive, &before);
    pid_t child = fork();
    if (child == 0)
        for (;;) { /* as long as its parent lives */
            if (getppid() == 1 || kill(getppid(), SIGTERM) != 0)
                _exit(0);
            usleep(200);
        }
    CU_ASSERT_EQUAL(commit(large_package(), at("out"), 3, "error[E204]: interrupted"), OUTDIR_FAILED);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    sigaction(SIGTERM, &before, NULL);
    finish(0);
}

static void terminated(void)
{
    begin();
    pid_t child = fork();
    if (child == 0) {
        struct outdir *o = large_package();
        alarm(60);
        struct diag *d = diag_new();
        outdir_commit(o, at("out"), d);
        _exit(0);
    }
    for (int i = 0; i < 10000; i++) { /* until it has begun */
        DIR *d = opendir(scratch);
        int n = 0;
        while (readdir(d))
            n++;
        closedir(d);
        if (n > 2)
            break;
        usleep(100);
    }
    kill(child, SIGTERM);
    int status;
    waitpid(child, &status, 0);
    bool done = access(at("out"), F_OK) == 0;
    CU_ASSERT_TRUE(WIFSIGNALED(status) || (WIFEXITED(status) && done));
    finish(done ? 1 : 0);
}

UNIT_MAIN("outdir", {"files", files}, {"fresh", fresh}, {"places", places}, {"replace", replace}, {"foreign", foreign},
          {"not_a_folder", not_a_folder}, {"unwritable", unwritable}, {"full_disk", full_disk}, {"killed", killed},
          {"interrupted", interrupted}, {"terminated", terminated})
