/* SPDX-License-Identifier: Apache-2.0 */
/* test_run.c -- programs of the flow: what is said of failures, time limits, and that nothing is left of them. */
#include "measure_run.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "outdir_fs.h"
#include "unit.h"

static bool exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* Waits up to ten seconds until a process or a path is gone. */
static bool gone(pid_t pid, const char *path)
{
    for (int i = 0; i < 1000; i++) {
        if ((!pid || (kill(pid, 0) != 0 && errno == ESRCH)) && (!path || !exists(path)))
            return true;
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    return false;
}

static pid_t read_pid(const char *path)
{
    struct buf text = BUF_INIT;
    for (int i = 0; i < 1000 && (fs_read(path, &text) != 0 || !strchr(text.data, '\n')); i++) {
        buf_reset(&text);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    pid_t pid = (pid_t)strtol(text.data, NULL, 10);
    buf_release(&text);
    return pid;
}

static void test_runner_words(void)
{
    static const struct {
        const char *command, *reason;
    } tool[] = {{"echo fine; echo 'ERROR: it is\tbroken'; echo more; exit 3", "sh failed: ERROR: it is broken"},
                {"echo only this; exit 1", "sh failed: only this"},
                {"kill -SEGV $$", "sh was ended by signal 11"}};
    for (size_t i = 0; i < sizeof tool / sizeof tool[0]; i++) {
        struct runner r;
        const char *const argv[] = {"sh", "-c", tool[i].command, NULL}, *const none[] = {"no-such-tool", NULL};
        CU_ASSERT_TRUE(runner_open(&r, 60));
        CU_ASSERT_FALSE(runner_tool(&r, argv, "log"));
        CU_ASSERT_STRING_EQUAL(r.reason, tool[i].reason);
        r.reason[0] = '\0';
        CU_ASSERT_FALSE(runner_tool(&r, none, "log"));
        CU_ASSERT_STRING_EQUAL(r.reason, "no-such-tool is not installed");
        char *folder = buf_strdup(r.folder.data);
        runner_close(&r);
        CU_ASSERT_FALSE(exists(folder));
        free(folder);
    }
}

static void test_no_folder(void)
{
    struct runner r;
    char *before = getenv("TMPDIR") ? buf_strdup(getenv("TMPDIR")) : NULL;
    const char *const argv[] = {"true", NULL};
    setenv("TMPDIR", "/no/such/place", 1);
    CU_ASSERT_FALSE(runner_open(&r, 1));
    CU_ASSERT_STRING_EQUAL(r.reason, "cannot make a temporary folder in '/no/such/place': No such file or directory; "
                                     "TMPDIR names another place");
    CU_ASSERT_FALSE(runner_tool(&r, argv, "log"));
    runner_close(&r);
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

static void test_timeout(void)
{
    struct runner r;
    const char *const argv[] = {"sh", "-c", "sleep 100 & echo $! >pid; wait", NULL};
    CU_ASSERT_TRUE_FATAL(runner_open(&r, 1));
    struct buf path = BUF_INIT;
    runner_path(&r, "pid", &path);
    CU_ASSERT_FALSE(runner_tool(&r, argv, "log"));
    CU_ASSERT_TRUE(r.timed_out);
    CU_ASSERT_STRING_EQUAL(r.reason, "sh took more than 1 s");
    pid_t sleeper = read_pid(path.data); /* the shell is dead too, and cannot have removed the folder */
    CU_ASSERT(sleeper > 0);
    char *folder = buf_strdup(r.folder.data);
    runner_close(&r);
    CU_ASSERT_TRUE(gone(sleeper, NULL));
    CU_ASSERT_FALSE(exists(folder));
    free(folder);
    buf_release(&path);
}

/* Whatever ends the program, its tools end and its folder goes. */
static void test_killed(void)
{
    static const int by[] = {SIGINT, SIGTERM, SIGKILL};
    char scratch[] = "/tmp/tlut-test-run-XXXXXX";
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(scratch));
    struct buf pid_file = BUF_INIT, folder_file = BUF_INIT, folder = BUF_INIT;
    buf_printf(&pid_file, "%s/pid", scratch);
    buf_printf(&folder_file, "%s/folder", scratch);
    for (int i = 0; i < 3; i++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            struct runner r;
            struct buf command = BUF_INIT;
            signal(by[i], SIG_DFL); /* CTest may have us ignore it */
            buf_printf(&command, "trap '' INT TERM; pwd >%s; echo $$ >%s; sleep 100 & wait; wait", folder_file.data,
                       pid_file.data);
            const char *const argv[] = {"sh", "-c", command.data, NULL};
            if (runner_open(&r, 60))
                runner_tool(&r, argv, "log");
            _exit(1);
        }
        pid_t tool = read_pid(pid_file.data);
        buf_reset(&folder);
        CU_ASSERT(fs_read(folder_file.data, &folder) == 0 && folder.len > 1);
        folder.data[folder.len ? folder.len - 1 : 0] = '\0';
        CU_ASSERT(tool > 0 && exists(folder.data));
        kill(child, by[i]);
        waitpid(child, NULL, 0);
        CU_ASSERT_TRUE(gone(tool, folder.data));
        unlink(pid_file.data);
        unlink(folder_file.data);
    }
    CU_ASSERT_EQUAL(rmdir(scratch), 0);
    buf_release(&pid_file);
    buf_release(&folder_file);
    buf_release(&folder);
}

UNIT_MAIN("run", {"words", test_runner_words}, {"no folder", test_no_folder}, {"timeout", test_timeout}, {"killed", test_killed})
