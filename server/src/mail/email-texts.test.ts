import { describe, expect, it } from 'vitest'
import { commentsEmail, madeTokenEmail, webhookOffEmail } from './email-texts.ts'

const project = { title: 'Walled garden', address: 'https://espalier.example/project/1?comments=open' }
const settings = 'https://espalier.example/manage-account'
const write = (author: string, text: string, title = project.title) =>
  commentsEmail('mara@example.com', {
    quotes: [{ author, text, title, kind: 'comment' }],
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

describe('madeTokenEmail', () => {
  const token = { name: 'backup-script', prefix: 'esp_abcd', scopes: ['read', 'generate'] } as const

  it('names a token, what it may do, and where it is ended, to the owner', () => {
    expect(madeTokenEmail('mara@example.com', { ...token, kind: 'token' })).toEqual({
      to: 'mara@example.com',
      subject: 'A new API token for Espalier',
      text: `An API token was made for the account mara@example.com.

Name: backup-script
Begins with: esp_abcd
May: read, generate

If it was not you, end it in Manage account, API & agents, and change your password.
`,
    })
  })

  it('names a connected program without the beginning of a secret', () => {
    expect(madeTokenEmail('mara@example.com', { ...token, kind: 'connection' })).toEqual({
      to: 'mara@example.com',
      subject: 'A program was connected to Espalier',
      text: `A program was connected to the account mara@example.com.

Name: backup-script
May: read, generate

If it was not you, end it in Manage account, API & agents, and change your password.
`,
    })
  })
})

describe('webhookOffEmail', () => {
  it('names the receiver, the reason, and where it is switched on again, to the owner', () => {
    expect(webhookOffEmail('mara@example.com', 'https://hooks.example/espalier')).toEqual({
      to: 'mara@example.com',
      subject: 'A webhook of Espalier was switched off',
      text: `Events of the account mara@example.com are no longer sent to https://hooks.example/espalier: it has not taken them for days, or has answered that it is gone.

When the receiver works again, switch it on in Manage account, API & agents, Webhooks.
`,
    })
  })
})
