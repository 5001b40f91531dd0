/* The one file that knows toml++: its tree becomes ours. */
#include "toml_tree.h"

#define TOML_EXCEPTIONS 0
/* toml++ 3.3 asserts what a broken file does not keep (a value that is missing), and behind that
 * says what is wrong. A file is to end no program. */
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace
{

/* Deeper than any file of ours is, so that no file can use up the stack. */
enum { MOST_DEPTH = 8 };

char *copy_of(std::string_view text)
{
    char *copy = static_cast<char *>(std::malloc(text.size() + 1));
    if (copy == nullptr)
        return nullptr;
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return copy;
}

/* What C cannot hold as a text, or a terminal would act on; line ends and tabs are layout. */
bool has_control(std::string_view text)
{
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f)
            return true;
    }
    return false;
}

/* Of the text in quotes that begins at `first`: its last character. */
size_t end_of_quoted(std::string_view text, size_t first)
{
    const std::string quote(1, text[first]), three(3, text[first]);
    const bool lines = text.substr(first, 3) == three;
    const std::string_view end = lines ? std::string_view(three) : std::string_view(quote);
    for (size_t i = first + end.size(); i < text.size(); i++) {
        if (text[i] == '\n' && !lines)
            return i - 1; /* it is not closed */
        if (text[i] == '\\' && text[first] == '"')
            i++;
        else if (text.substr(i, end.size()) == end)
            return i + end.size() - 1;
    }
    return text.size() - 1;
}

/* The line of the first letter beyond ASCII that stands neither in quotes nor in a comment; 0:
 * there is none. TOML has no use for them there, and toml++ 3.3 behaves in undefined ways. */
int line_of_stray_letter(std::string_view text)
{
    int line = 1;
    for (size_t i = text.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0; i < text.size(); i++) {
        const size_t first = i;
        if (text[i] == '#')
            i = std::min(text.find('\n', i), text.size()) - 1;
        else if (text[i] == '"' || text[i] == '\'')
            i = end_of_quoted(text, i);
        else if (static_cast<unsigned char>(text[i]) >= 0x80)
            return line;
        for (size_t k = first; k <= i && k < text.size(); k++)
            line += text[k] == '\n';
    }
    return 0;
}

class Reader
{
  public:
    Reader(const char *path, gs_error *error) : path_(path), error_(error)
    {
    }

    gs_status read(const toml::node &node, gs_toml *out, int depth)
    {
        out->line = static_cast<int>(node.source().begin.line);
        if (depth > MOST_DEPTH)
            return gs_fail(error_, GS_USAGE, "%.300s:%d: tables are nested too deeply", path_,
                           out->line);
        if (const toml::table *table = node.as_table())
            return read_table(*table, out, depth);
        if (const toml::array *list = node.as_array())
            return read_list(*list, out, depth);
        return read_value(node, out);
    }

  private:
    bool make_room(gs_toml *out, size_t count)
    {
        out->items = static_cast<gs_toml *>(std::calloc(count + 1, sizeof *out->items));
        return out->items != nullptr;
    }

    gs_status read_table(const toml::table &table, gs_toml *out, int depth)
    {
        out->kind = GS_TOML_TABLE;
        if (!make_room(out, table.size()))
            return gs_out_of_memory(error_);
        for (auto &&[key, value] : table) {
            gs_toml *item = &out->items[out->count++];
            const int line = static_cast<int>(key.source().begin.line);
            if (has_control(key.str()))
                return gs_fail(error_, GS_USAGE, "%.300s:%d: a key has a control character in it",
                               path_, line);
            item->key = copy_of(key.str());
            if (item->key == nullptr)
                return gs_out_of_memory(error_);
            const gs_status status = read(value, item, depth + 1);
            if (status != GS_OK)
                return status;
            if (item->line == 0)
                item->line = line;
        }
        return GS_OK;
    }

    gs_status read_list(const toml::array &list, gs_toml *out, int depth)
    {
        out->kind = GS_TOML_LIST;
        if (!make_room(out, list.size()))
            return gs_out_of_memory(error_);
        for (auto &&value : list) {
            const gs_status status = read(value, &out->items[out->count++], depth + 1);
            if (status != GS_OK)
                return status;
        }
        return GS_OK;
    }

    gs_status read_value(const toml::node &node, gs_toml *out)
    {
        out->kind = GS_TOML_OTHER;
        if (const auto *text = node.as_string()) {
            out->kind = GS_TOML_TEXT;
            if (has_control(text->get()))
                return gs_fail(error_, GS_USAGE, "%.300s:%d: a text has a control character in it",
                               path_, out->line);
            out->text = copy_of(text->get());
            return out->text != nullptr ? GS_OK : gs_out_of_memory(error_);
        }
        if (const auto *integer = node.as_integer()) {
            out->kind = GS_TOML_INTEGER;
            out->integer = integer->get();
            out->real = static_cast<double>(integer->get());
        } else if (const auto *real = node.as_floating_point()) {
            out->kind = GS_TOML_REAL;
            out->real = real->get();
        } else if (const auto *truth = node.as_boolean()) {
            out->kind = GS_TOML_TRUTH;
            out->integer = truth->get();
        } else if (const auto *date = node.as_date()) {
            char text[32];
            std::snprintf(text, sizeof text, "%04u-%02u-%02u", date->get().year, date->get().month,
                          date->get().day);
            out->kind = GS_TOML_DATE;
            out->text = copy_of(text);
            return out->text != nullptr ? GS_OK : gs_out_of_memory(error_);
        }
        return GS_OK;
    }

    const char *path_;
    gs_error *error_;
};

void release_items(gs_toml *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        release_items(&tree->items[i]);
    std::free(tree->items);
    std::free(tree->key);
    std::free(tree->text);
}

} // namespace

gs_status gs_toml_read(const char *path, const char *text, size_t length, gs_toml **out,
                       gs_error *error)
{
    *out = nullptr;
    const int stray = line_of_stray_letter(std::string_view(text, length));
    if (stray != 0)
        return gs_fail(error, GS_USAGE,
                       "%.300s:%d: a letter that is not in ASCII stands outside of quotes: put the "
                       "text into quotes, and write keys in a to z",
                       path, stray);
    const toml::parse_result parsed = toml::parse(std::string_view(text, length));
    if (!parsed) {
        const std::string why(parsed.error().description());
        return gs_fail(error, GS_USAGE, "%.300s:%d: this is no TOML: %.300s", path,
                       static_cast<int>(parsed.error().source().begin.line), why.c_str());
    }
    auto *tree = static_cast<gs_toml *>(std::calloc(1, sizeof **out));
    if (tree == nullptr)
        return gs_out_of_memory(error);
    const gs_status status = Reader(path, error).read(parsed.table(), tree, 0);
    if (status != GS_OK) {
        gs_toml_release(tree);
        return status;
    }
    *out = tree;
    return GS_OK;
}

void gs_toml_release(gs_toml *tree)
{
    if (tree == nullptr)
        return;
    release_items(tree);
    std::free(tree);
}

const gs_toml *gs_toml_get(const gs_toml *table, const char *key)
{
    for (size_t i = 0; table != nullptr && i < table->count; i++) {
        if (table->items[i].key != nullptr && std::strcmp(table->items[i].key, key) == 0)
            return &table->items[i];
    }
    return nullptr;
}
