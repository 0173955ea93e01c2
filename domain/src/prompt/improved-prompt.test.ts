import { describe, expect, it } from 'vitest'
import { failure, success } from '../result.ts'
import { readDescription, readImprovedPrompt } from './improved-prompt.ts'

const improved = (prompt: string) => `<prompt>${prompt}</prompt>`

describe('an improved prompt', () => {
  it('is what stands between its marks', () => {
    expect(readImprovedPrompt('Here it is:\n<prompt> a red fox at dawn </prompt>\nEnjoy!', 'fox')).toEqual(
      success('a red fox at dawn'),
    )
  })

  it.each([
    ['nothing', '', 'answered nothing.'],
    ['blanks', ' \n', 'answered nothing.'],
    ['a refusal', "I can't help with that.", 'answered something else than a prompt.'],
    ['a web page', '<!doctype html><html><body>502</body></html>', 'answered something else than a prompt.'],
    ['a web page as the prompt', improved('<b>fox</b>'), 'answered something else than a prompt.'],
    ['an empty prompt', improved('  '), 'answered something else than a prompt.'],
    ['50,000 characters', improved('fox '.repeat(12_500)), 'answered more than 4000 characters.'],
    ['another language', improved('黎明时分的红狐狸'), 'answered in another language.'],
  ])('is refused: %s', (_case, answer, reason) => {
    expect(readImprovedPrompt(answer, 'a fox')).toEqual(failure(reason))
  })

  it.each([
    ['赤い狐', '夜明けの赤い狐、Canon で撮影'],
    ['рыжая лиса', 'рыжая лиса на рассвете'],
    ['🦊', 'a fox'],
  ])('may be in the language of %s', (written, prompt) => {
    expect(readImprovedPrompt(improved(prompt), written)).toEqual(success(prompt))
  })

  it.each([
    ['a fox at __light__', 'a red fox at dawn', 'left out __light__.'],
    ['@anna smiles', 'a woman smiles', 'left out @anna.'],
    ['a {red|blue} fox', 'a red fox', 'left out {red|blue}.'],
  ])('keeps the names and variables of %s', (written, prompt, reason) => {
    expect(readImprovedPrompt(improved(prompt), written)).toEqual(failure(reason))
    expect(readImprovedPrompt(improved(`${written}, at dawn`), written)).toEqual(success(`${written}, at dawn`))
  })
})

describe('a description', () => {
  it('is what stands between its marks, in any language', () => {
    expect(readDescription('<description>Ein Fuchs im Schnee.</description>')).toEqual(success('Ein Fuchs im Schnee.'))
  })
  it.each(['', 'no', '<description></description>', '<description><script>x</script></description>'])(
    'is refused: %j',
    (answer) => expect(readDescription(answer).ok).toBe(false),
  )
})
