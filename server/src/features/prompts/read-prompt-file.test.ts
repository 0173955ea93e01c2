import { describe, expect, it } from 'vitest'
import { readPromptFile } from './read-prompt-file.ts'

const plain = { tags: [], model: null, settings: null, usedCount: 0 }
const fileOf = (text: string) => {
  const read = readPromptFile(text)
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}
const refusalOf = (text: string) => {
  const read = readPromptFile(text)
  return read.ok ? null : read.error.message
}

describe('readPromptFile', () => {
  it('reads a list as JSON, and an object with prompts', () => {
    const prompt = {
      id: 'x',
      name: ' Fog ',
      text: 'a fox',
      tags: ['a', 'a'],
      settings: { rawMode: true },
      createdAt: 1,
    }
    const entries = [{ ...plain, name: 'Fog', text: 'a fox', tags: ['a'], settings: { rawMode: true } }]
    for (const value of [[prompt], { version: 1, prompts: [prompt] }])
      expect(fileOf(JSON.stringify(value))).toEqual({ names: 'named', entries, refused: [] })
  })

  it('refuses single entries of JSON', () => {
    const items = [{ name: 'Fog' }, { text: 'x' }, 7, { name: 'x', text: 'x', color: 'red' }]
    const { entries, refused } = fileOf(JSON.stringify(items))
    expect(entries).toEqual([])
    expect(refused.map(({ name }) => name)).toEqual(['Fog', 'Entry 2', 'Entry 3', 'x'])
    expect(refused[0]?.message).toMatch(/^text: /)
  })

  it('reads a styles.csv', () => {
    const csv =
      'name,prompt,negative_prompt\r\nNone,,\r\nOil,"{prompt}, ""oil""\non canvas",\r\nInk,ink,blurry\r\n,x,\r\n'
    const { entries, refused, names } = fileOf(csv)
    expect(names).toBe('named')
    expect(entries.map(({ name, text }) => [name, text])).toEqual([
      ['Oil', '{prompt}, "oil"\non canvas'],
      ['Ink', 'ink'],
    ])
    expect(refused).toEqual([
      { name: 'None', message: 'Has no prompt.' },
      { name: 'Ink', message: 'Saved without its negative prompt: saved prompts have none.' },
      { name: 'Row 4', message: 'name: Must not be blank.' },
    ])
  })

  it('keeps an apostrophe before a sign in the CSV of others', () => {
    expect(fileOf("name,prompt,negative_prompt\nx,'-fox,\n").entries[0]?.text).toBe("'-fox")
  })

  it('refuses cells of our CSV that are damaged', () => {
    const csv = 'name,prompt,negative_prompt,tags,model,settings,used_count\nx,fox,,a,,{,0\ny,fox,,,,,many\nz,fox\n'
    const { entries, refused } = fileOf(csv)
    expect(entries.map(({ name }) => name)).toEqual(['z'])
    expect(refused.map(({ message }) => message.split(':')[0])).toEqual(['settings', 'usedCount'])
  })

  it('reads a prompt a line, with its first words as its name', () => {
    const { entries, names, refused } = fileOf('a fox\r\n\n 雨の街 \n{red|blue} door\na fox\n[cat|dog] in fog\n')
    expect(names).toBe('unnamed')
    expect(entries.map(({ name, text }) => [name, text])).toEqual(
      ['a fox', '雨の街', '{red|blue} door', '[cat|dog] in fog'].map((text) => [text, text]),
    )
    expect(refused).toEqual([{ name: 'a fox', message: 'The file holds this prompt twice.' }])
  })

  it.each([
    ['an empty file', ' \n', /empty/],
    ['broken JSON', '{"prompts": [', /not JSON/],
    ['JSON without prompts', '{"styles": []}', /no list of prompts/],
    ['an open quote', 'name,prompt\nx,"fox', /quote/],
    ['10,001 lines', Array.from({ length: 10_001 }, (_, at) => `fox ${at}`).join('\n'), /10,000/],
    ['10,001 rows', `name,prompt\n${Array.from({ length: 10_001 }, (_, at) => `${at},fox`).join('\n')}`, /10,000/],
    ['10,001 items', JSON.stringify(Array(10_001).fill({})), /10,000/],
  ])('refuses %s', (_, text, message) => expect(refusalOf(text)).toMatch(message))
})
