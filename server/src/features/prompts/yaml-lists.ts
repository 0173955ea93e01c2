/** A list of words in a file of YAML; `name` joins the keys that lead to it, and is empty for the whole file. */
export type YamlList = { readonly name: string; readonly words: readonly string[] }

type YamlLists = {
  readonly lists: readonly YamlList[]
  readonly refused: readonly { readonly name: string; readonly message: string }[]
}

/** The answer of a worker about a file: its lists, or the message of the library. */
export type YamlReply = ({ readonly ok: true } & YamlLists) | { readonly ok: false; readonly message: string }

/** Lists and refusals of one file, and the words of all its lists. An alias counts each time. */
const maxEntries = 2_000
const maxWords = 50_000
const maxDepth = 20

class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** The lists in the maps of a file. @throws TooMuch for more than any user may have. */
export function listsOf(root: unknown): YamlLists {
  const lists: YamlList[] = []
  const refused: { name: string; message: string }[] = []
  let words = 0

  function visit(value: unknown, path: readonly string[]): void {
    const name = path.join('/')
    if (lists.length + refused.length >= maxEntries) throw new TooMuch('It has too many lists.')
    if (Array.isArray(value)) {
      words += value.length
      if (words > maxWords) throw new TooMuch('It has too many words.')
      const texts = value.filter((word) => typeof word === 'string')
      if (texts.length < value.length) refused.push({ name, message: 'The list has entries that are no words.' })
      else lists.push({ name, words: texts })
    } else if (typeof value === 'object' && value !== null && path.length < maxDepth) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
    } else refused.push({ name, message: 'Is no list of words.' })
  }

  visit(root, [])
  return { lists, refused }
}
