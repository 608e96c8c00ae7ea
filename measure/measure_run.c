/* SPDX-License-Identifier: Apache-2.0 */
#include "measure_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "outdir_fs.h"
#include "progress.h"
#include "tool.h"

extern char **environ;

bool runner_fail(struct runner *r, const char *format, ...)
{
    if (r->reason[0])
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(r->reason, sizeof r->reason, format, args);
    va_end(args);
    for (char *c = r->reason; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return false;
}

void runner_path(const struct runner *r, const char *name, struct buf *path)
{
    buf_reset(path);
    buf_printf(path, "%s/%s", r->folder.data, name);
}

bool runner_read(struct runner *r, const char *name, struct buf *text)
{
    struct buf path = BUF_INIT;
    runner_path(r, name, &path);
    int error = fs_read(path.data, text);
    buf_release(&path);
    return error == 0 || runner_fail(r, "cannot read the file %s of the flow: %s", name, strerror(error));
}

bool runner_write(struct runner *r, const char *name, const void *data, size_t size)
{
    struct buf path = BUF_INIT;
    runner_path(r, name, &path);
    int error = fs_write(path.data, data, size);
    buf_release(&path);
    return error == 0 || runner_fail(r, "cannot write a temporary file: %s", strerror(error));
}

/* Starts the shell. It ignores what the keyboard sends, waits for the end of its input, asks its group to end, removes
 * the folder and then ends the group for sure, itself included. */
static bool start_guard(struct runner *r)
{
    static const char script[] = "trap '' INT TERM HUP QUIT; while read -r x; do :; done; kill -TERM 0; "
                                 "rm -rf -- \"$1\"; kill -KILL 0";
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)script, (char *)"sh", r->folder.data, NULL};
    int fd[2];
    if (pipe2(fd, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fd[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP); /* group 0: its own */
    int error = posix_spawn(&r->guard, "/bin/sh", &actions, &attr, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    close(fd[0]);
    r->lifeline = fd[1];
    if (error)
        r->guard = 0;
    errno = error;
    return error == 0;
}

bool runner_open(struct runner *r, int timeout_s)
{
    const char *tmp = getenv("TMPDIR");
    *r = (struct runner){.folder = BUF_INIT, .timeout_s = timeout_s > 0 ? timeout_s : 600, .lifeline = -1};
    buf_printf(&r->folder, "%s/tlut-measure-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(r->folder.data)) {
        runner_fail(r, "cannot make a temporary folder in '%.100s': %s; TMPDIR names another place", tmp && *tmp ? tmp : "/tmp",
                    strerror(errno));
        buf_release(&r->folder);
        return false;
    }
    return start_guard(r) || runner_fail(r, "cannot start a shell: %s", strerror(errno));
}

void runner_close(struct runner *r)
{
    if (r->lifeline >= 0)
        close(r->lifeline);
    if (r->guard > 0)
        while (waitpid(r->guard, NULL, 0) < 0 && errno == EINTR)
            ;
    if (r->folder.len)
        fs_remove_tree(r->folder.data); /* there is one only if the shell was killed */
    buf_release(&r->folder);
}

/* Waits for a child. False if its time is over: then the whole group, the shell too, has been killed. */
static bool wait_child(struct runner *r, const char *what, pid_t pid, int *status)
{
    double start = progress_clock(), end = start + r->timeout_s, next = start;
    long pause_ns = 1000000;
    for (;;) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid)
            return true;
        if (got < 0 && errno != EINTR) {
            *status = -1;
            return true;
        }
        if (r->tick && progress_clock() >= next) {
            r->tick(r->tick_arg, what, progress_clock() - start);
            next += 1;
        }
        if (progress_clock() > end) {
            kill(-r->guard, SIGKILL);
            while (waitpid(pid, status, 0) < 0 && errno == EINTR)
                ;
            return false;
        }
        nanosleep(&(struct timespec){0, pause_ns}, NULL);
        if (pause_ns < 20000000)
            pause_ns *= 2;
    }
}

/* The line of a log that says what went wrong: the first with "error" in it, else the last. */
static void telling_line(struct runner *r, const char *log, struct buf *line)
{
    struct buf text = BUF_INIT, path = BUF_INIT;
    runner_path(r, log, &path);
    fs_read(path.data, &text);
    const char *found = NULL, *last = "no message";
    for (char *p = text.data; *p && !found;) {
        char *end = p + strcspn(p, "\n");
        bool more = *end;
        *end = '\0';
        if (strcasestr(p, "error"))
            found = p;
        if (p[strspn(p, " \t\r")])
            last = p;
        p = end + more;
    }
    buf_addstr(line, found ? found : last);
    buf_release(&text);
    buf_release(&path);
}

static bool finish(struct runner *r, const char *what, pid_t pid, const char *log)
{
    int status = 0;
    if (pid < 0)
        return runner_fail(r, "cannot start %s: %s", what, strerror(errno));
    if (!wait_child(r, what, pid, &status)) {
        r->timed_out = true;
        return runner_fail(r, "%s took more than %d s", what, r->timeout_s);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == TOOL_MISSING)
        return runner_fail(r, "%s is not installed", what);
    if (WIFSIGNALED(status))
        return runner_fail(r, "%s was ended by signal %d", what, WTERMSIG(status));
    struct buf line = BUF_INIT;
    telling_line(r, log, &line);
    runner_fail(r, "%s failed: %s", what, line.data);
    buf_release(&line);
    return false;
}

/* In the child: joins the group, goes to the folder, has its temporary files there (ABC's are else left behind by a run
 * that is killed), prints to the log. The folder is "." for the tools: Yosys puts the name into a shell's command line
 * without quotes. */
static void settle(const struct runner *r, const char *log)
{
    if (setpgid(0, r->guard) != 0 || chdir(r->folder.data) != 0 || setenv("TMPDIR", ".", 1) != 0)
        _exit(126);
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (out < 0 || in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0)
        _exit(126);
}

bool runner_tool(struct runner *r, const char *const *argv, const char *log)
{
    if (r->reason[0])
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        settle(r, log);
        execvp(argv[0], (char *const *)(void *)argv); /* execvp does not change them */
        _exit(errno == ENOENT ? TOOL_MISSING : 126);
    }
    return finish(r, argv[0], pid, log);
}

/* Open files of the parent become /dev/null: text that waits in the buffers of its streams must be written once only,
 * and other runners' lifelines must end with the parent. */
static void detach_files(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    long max = sysconf(_SC_OPEN_MAX);
    for (int fd = STDERR_FILENO + 1; fd < max && fd < 65536; fd++)
        if (fd != null && fcntl(fd, F_GETFD) >= 0)
            dup3(null, fd, O_CLOEXEC);
}

bool runner_call(struct runner *r, const char *what, bool (*function)(void *), void *arg, const char *log)
{
    if (r->reason[0])
        return false;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        detach_files();
        settle(r, log);
        bool ok = function(arg);
        fflush(NULL);
        _exit(ok ? 0 : 1);
    }
    return finish(r, what, pid, log);
}
