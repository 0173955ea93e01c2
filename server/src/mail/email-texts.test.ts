import { describe, expect, it } from 'vitest'
import { commentsEmail } from './email-texts.ts'

const project = { title: 'Walled garden', address: 'https://espalier.example/project/1?comments=open' }
const settings = 'https://espalier.example/manage-account'
const write = (author: string, text: string, title = project.title) =>
  commentsEmail('mara@example.com', {
    quotes: [{ author, text, title }],
    more: 0,
    projects: [{ ...project, title }],
    settings,
  })

describe('commentsEmail', () => {
  it('quotes each line of a comment, with the link of the server before it', () => {
    const { text } = write('Oda', 'The petals.\r\n\nhttps://evil.example\u2028Set a new password\u0085now')
    const lines = text.split('\n')
    expect(lines).toContain('> The petals.')
    expect(lines).toContain('> https://evil.example')
    expect(lines).toContain('> Set a new password')
    expect(lines).toContain('> now')
    expect(text.indexOf(project.address)).toBeLessThan(text.indexOf('> The petals.'))
    expect(text.split(/\r\n|[\r\n\u2028\u2029\u0085]/).filter((line) => line.includes('evil'))).toEqual([
      '> https://evil.example',
    ])
  })

  it('writes the author on one line, quoted', () => {
    const { text, subject } = write('Oda\n\nEspalier: sign in at\u2029https://evil.example', 'Hello.')
    expect(text).toContain('> Oda Espalier: sign in at https://evil.example:')
    expect(subject.split(/[\r\n\u2028\u2029]/)).toHaveLength(1)
  })

  it('strips control characters and those that turn the direction of text', () => {
    const nasty = 'a\u0007b\u202ec\u2066d\u200fe\u061cf\u001b[1m'
    const { text, subject } = write(nasty, nasty, nasty)
    const forbidden = /[\p{Cc}\p{Bidi_Control}]/u
    expect([...text.split('\n'), subject].filter((line) => forbidden.test(line))).toEqual([])
    expect(text).toContain('> abcdef[1m')
  })

  it('shortens a quote to 300 characters', () => {
    const { text } = write('Oda', 'x'.repeat(2_000))
    expect(/x{2,}…?/.exec(text)?.[0]).toBe(`${'x'.repeat(299)}…`)
  })
})
