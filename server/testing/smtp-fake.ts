import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export type ReceivedEmail = { readonly from: string; readonly to: string; readonly source: string }

/** The address in an email, decoded from quoted-printable. Throws where there is none. */
export function linkIn({ source }: ReceivedEmail): URL {
  const found = /https?:\/\/\S+/.exec(source.replace(/=\n/g, '').replace(/=3D/g, '='))
  if (!found) throw new Error(`No address in the email: ${source}`)
  return new URL(found[0])
}

/** A mail server that speaks SMTP as far as a client needs it, and keeps the emails. */
export type SmtpFake = Awaited<ReturnType<typeof startSmtpFake>>

/** Starts it on a free port of this machine. @param answer `refuse`: it accepts no recipient. */
export async function startSmtpFake(answer: 'take' | 'refuse' = 'take') {
  const emails: ReceivedEmail[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const say = (line: string) => socket.write(`${line}\r\n`)
    let envelope = { from: '', to: '' }
    let source: string[] | null = null
    let rest = ''
    const take = (line: string) => {
      if (source) {
        if (line !== '.') return void source.push(line.replace(/^\.\./, '.'))
        emails.push({ ...envelope, source: source.join('\n') })
        source = null
        return say('250 Kept')
      }
      const [, verb = '', path = ''] = /^(\w+)(?:.*<([^>]*)>)?/.exec(line) ?? []
      switch (verb.toUpperCase()) {
        case 'EHLO':
          return say('250-fake\r\n250 8BITMIME')
        case 'MAIL':
          envelope = { from: path, to: '' }
          return say('250 OK')
        case 'RCPT':
          if (answer === 'refuse') return say('550 No such person')
          envelope = { ...envelope, to: path }
          return say('250 OK')
        case 'DATA':
          source = []
          return say('354 Go on')
        // A server without TLS; '250 OK' would leave the client waiting for a handshake.
        case 'STARTTLS':
          return say('502 Not implemented')
        case 'QUIT':
          say('221 Bye')
          return socket.end()
        default:
          return say('250 OK')
      }
    }
    say('220 fake ESMTP')
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    emails,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The first email to an address, or the next one after another; polled. */
    async emailTo(address: string, after?: ReceivedEmail): Promise<ReceivedEmail> {
      for (let look = 0; look < 200; look++) {
        const found = emails.slice(after ? emails.indexOf(after) + 1 : 0).find(({ to }) => to === address)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`No email to ${address} came.`)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
