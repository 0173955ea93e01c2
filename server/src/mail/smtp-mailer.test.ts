import { describe, expect, it, onTestFinished } from 'vitest'
import { startSmtpFake } from '#server-testing/smtp-fake.ts'
import { createSmtpMailer, requiresTls } from './smtp-mailer.ts'

const email = { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada' }

async function startMailer(query = '') {
  const server = await startSmtpFake()
  const mailer = createSmtpMailer({ url: `${server.url}${query}`, from: 'espalier@example.com' })
  onTestFinished(async () => {
    mailer.close?.()
    await server.stop()
  })
  return { server, mailer }
}

describe('requiresTls', () => {
  it.each([
    ['smtp://name:password@mail.example.com:587', true],
    ['smtp://name:password@mail.example.com', true],
    ['smtp://mail.example.com:587?requireTLS=false', false],
    ['smtp://mail.example.com?ignoreTLS=true', false],
    ['smtp://127.0.0.1:1025', false],
    ['smtp://mail.example.com:2525?requireTLS=true', true],
    // TLS from the start.
    ['smtps://mail.example.com:465', false],
  ])('of %s is %s', (address, isRequired) => expect(requiresTls(address)).toBe(isRequired))
})

describe('createSmtpMailer', () => {
  it('says that a program wrote the email', async () => {
    const { server, mailer } = await startMailer()
    await mailer.send(email)
    expect((await server.emailTo(email.to)).source).toMatch(/^Auto-Submitted: auto-generated$/m)
  })

  it('sends nothing to a server without TLS where TLS is required', async () => {
    const { server, mailer } = await startMailer('?requireTLS=true')
    await expect(mailer.send(email)).rejects.toThrow()
    expect(server.emails).toEqual([])
  })

  it('sends without TLS where the address says so', async () => {
    const { server, mailer } = await startMailer('?requireTLS=false')
    await mailer.send(email)
    expect(await server.emailTo(email.to)).toBeDefined()
  })
})
