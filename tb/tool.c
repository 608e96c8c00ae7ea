/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void child(const char *const *argv, const char *cwd, int out)
{
    if (cwd && (chdir(cwd) != 0 || setenv("TMPDIR", ".", 1) != 0))
        _exit(126);
    if (dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0)
        _exit(126);
    execvp(argv[0], (char *const *)(void *)argv); /* execvp does not change them */
    _exit(errno == ENOENT ? TOOL_MISSING : 126);
}

int tool_run(const char *const *argv, const char *cwd, struct buf *out)
{
    int pipe_fd[2], status = 0;
    fflush(NULL);
    if (pipe2(pipe_fd, O_CLOEXEC) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0)
        child(argv, cwd, pipe_fd[1]);
    close(pipe_fd[1]);
    char text[4096];
    for (ssize_t n; pid > 0 && ((n = read(pipe_fd[0], text, sizeof text)) > 0 || (n < 0 && errno == EINTR));)
        if (n > 0)
            buf_add(out, text, (size_t)n);
    close(pipe_fd[0]);
    if (pid < 0)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (WIFSIGNALED(status)) {
        if (WTERMSIG(status) == SIGINT)
            raise(SIGINT);
        return 128 + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}

bool tool_exists(const char *name)
{
    const char *path = getenv("PATH");
    bool found = false;
    struct buf file = BUF_INIT;
    while (path && *path && !found) {
        size_t length = strcspn(path, ":");
        buf_reset(&file);
        buf_add(&file, path, length);
        buf_printf(&file, "%s%s", length ? "/" : "./", name);
        found = access(file.data, X_OK) == 0;
        path += length + (path[length] == ':');
    }
    buf_release(&file);
    return found;
}

bool tool_version(const char *name, const char *option, struct buf *line)
{
    struct buf text = BUF_INIT;
    const char *const argv[] = {name, option, NULL};
    bool ok = tool_run(argv, NULL, &text) == 0;
    if (ok)
        buf_add(line, text.data, strcspn(text.data, "\n"));
    buf_release(&text);
    return ok;
}
