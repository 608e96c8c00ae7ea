/* SPDX-License-Identifier: Apache-2.0 */
/* xml_tree.h -- an XML text of the user as a libxml2 tree, with places for diagnostics. Opens no files: no document type,
 * no entities. */
#ifndef TLUT_XML_TREE_H
#define TLUT_XML_TREE_H

#include <libxml/tree.h>

#include "diag.h"

/* Parses a text that is `noun` ("a workload"). NULL after a diagnostic; else the tree has a root element. */
xmlDocPtr xml_parse(const struct src *xml, const char *noun, struct diag *d);

/* The word on (or behind) a line, or the line's first character. */
struct loc xml_loc_line(const struct src *src, long line, const char *word);

/* An element's tag. */
struct loc xml_loc_node(const struct src *src, const xmlNode *node);

/* An attribute within a tag that starts at `tag`; the tag if it is not there. */
struct loc xml_loc_attribute(const struct src *src, struct loc tag, const char *name);

#endif
