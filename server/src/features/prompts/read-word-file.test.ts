import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readWordFile } from './read-word-file.ts'
import { readYaml } from './read-yaml.ts'

const fileOf = async (text: string, name?: string) => {
  const read = await readWordFile(text, name)
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}
const refusalOf = async (text: string, name?: string) => {
  const read = await readWordFile(text, name)
  return read.ok ? null : read.error.message
}
const one = (text: string) => ({ text, weight: 1 })

describe('readWordFile', () => {
  it('reads a word a line', async () => {
    const text = '# Light\n2::dawn\n\n__color__ dusk\nhttp://a.example: b\n'
    expect(await fileOf(text, 'light')).toEqual({
      lists: [
        { name: 'light', words: [{ text: 'dawn', weight: 2 }, one('__color__ dusk'), one('http://a.example: b')] },
      ],
      refused: [],
    })
  })

  it('names the lists of YAML by the keys that lead to them', async () => {
    const text = 'animals:\n  birds: # all\n    - 2::heron\n    - "owl: barn"\n  cats: [lynx, 9]\n光:\n- 夜\n- no\n'
    expect(await fileOf(text)).toEqual({
      lists: [
        { name: 'animals/birds', words: [{ text: 'heron', weight: 2 }, one('owl: barn')] },
        { name: 'animals/cats', words: [one('lynx'), one('9')] },
        { name: '光', words: [one('夜'), one('no')] },
      ],
      refused: [],
    })
  })

  it('reads folded and quoted words, and a list without a name', async () => {
    const words = ['a word '.repeat(20).trim(), 'a: b', '- c', '#d']
    const { lists } = await fileOf(stringify({ long: words }))
    expect(lists).toEqual([{ name: 'long', words: words.map(one) }])
    expect((await fileOf('---\n- dawn\n', 'light')).lists).toEqual([{ name: 'light', words: [one('dawn')] }])
  })

  it('refuses single lists of YAML', async () => {
    const text =
      'good: [a]\ntwo words: [b]\nnone: []\ntext: b\ndeep:\n  - [c]\n  - d: e\na__b: [x]\nmany:\n' +
      '- x\n'.repeat(5_001)
    const { lists, refused } = await fileOf(text)
    expect(lists.map(({ name }) => name)).toEqual(['good'])
    expect(refused.map(({ name }) => name).toSorted()).toEqual(['a__b', 'deep', 'many', 'none', 'text', 'two words'])
  })

  it('reads an anchor and its alias, and refuses aliases that grow without bound', async () => {
    const { lists } = await fileOf('a: &a [x]\nb: *a\n')
    expect(lists.map(({ name }) => name)).toEqual(['a', 'b'])
    const keys = [...'abcdefghij']
    const laughs = keys.map(
      (key, at) =>
        `${key}: &${key} [${Array(9)
          .fill(at ? `*${keys[at - 1]}` : 'lol')
          .join(', ')}]`,
    )
    expect(await refusalOf(laughs.join('\n'))).toMatch(/The YAML can't be read/)
  })

  it.each([
    ['a file without words', '# only\n\n', 'x', /no words/],
    ['words without a name', 'dawn', undefined, /name/],
    ['a list of YAML without a name', '---\n- dawn', undefined, /name/],
    ['broken YAML', 'a:\n  - b\n c: [\n', undefined, /The YAML can't be read/],
    ['5,001 words', 'x\n'.repeat(5_001), 'x', /5,000/],
    ['a word of 201 characters', 'x'.repeat(201), 'x', /Word 1/],
    ['a list that is too large', `${'雨'.repeat(200)}\n`.repeat(700), 'x', /400 KB/],
    ['deep nesting', `a: ${'['.repeat(50_000)}`, 'x', /The YAML can't be read/],
    ['more words than anyone may have', `a: [${'x,'.repeat(50_001)}]`, 'x', /too many words/],
  ])('refuses %s', async (_, text, name, message) => expect(await refusalOf(text, name)).toMatch(message))
})

describe('readYaml', () => {
  it('ends a thread that takes too long', async () => {
    const read = await readYaml('? '.repeat(300_000), { limitMs: 300 })
    expect(read).toMatchObject({ ok: false, error: { message: "The YAML can't be read. It is too complicated." } })
  })
})
