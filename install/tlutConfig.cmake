# SPDX-License-Identifier: Apache-2.0
# find_package(tlut) gives the target tlut::tlut; headers are <tlut/...>.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(XML2 REQUIRED QUIET IMPORTED_TARGET libxml-2.0)
pkg_check_modules(JANSSON REQUIRED QUIET IMPORTED_TARGET jansson)
pkg_check_modules(LIBMD REQUIRED QUIET IMPORTED_TARGET libmd)
pkg_check_modules(ZLIB REQUIRED QUIET IMPORTED_TARGET zlib)
include(${CMAKE_CURRENT_LIST_DIR}/tlutTargets.cmake)
