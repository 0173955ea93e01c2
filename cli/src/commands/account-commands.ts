import { formatCredits } from '#domain/format.ts'
import { hasTokenForm } from '#domain/tokens/token-scope.ts'
import { failureOf, openClient } from '../client.ts'
import { type Command, clientOf } from '../command.ts'
import { forgetLogin, saveLogin, urlFor } from '../saved-login.ts'
import { CliFailure } from '../terminal.ts'

const periods = { month: 'a month', total: 'in total' } as const
const isPlain = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    takes: '',
    help: 'Log in with an API token, which Manage account, API & agents makes',
    options: [{ name: 'token', value: '-', help: 'read the token from standard input instead of asking for it' }],
    async run({ terminal, given }) {
      const written = given.text('token')
      if (written !== undefined && written !== '-')
        throw new CliFailure('usage', 'Send the token by standard input, with --token -: arguments are seen by others.')
      const url = await urlFor(terminal.env, given.text('url'))
      if (isPlain(url)) terminal.err('This is plain http to another machine: the token can be read on the way.\n')
      const token = (
        written === '-' ? await terminal.readInput() : await terminal.askSecret(`Token for ${url}: `)
      ).trim()
      if (!hasTokenForm(token)) throw new CliFailure('usage', 'A token begins with esp_ and has 47 characters.')
      const about = await openClient({ url, token }, terminal).api.tokens.current()
      const file = await saveLogin(terminal.env, { url, token })
      return {
        lines: [`Logged in at ${url} by the token ${about.name}: ${about.scopes.join(', ')}.`, `Stored in ${file}.`],
        data: { url, token: about },
      }
    },
  },
  {
    name: 'logout',
    takes: '',
    help: 'Forget the token; it works until it is ended in Manage account',
    options: [],
    async run({ terminal }) {
      const wasThere = await forgetLogin(terminal.env)
      return { lines: [wasThere ? 'The token is forgotten.' : 'You were not logged in.'], data: { wasThere } }
    },
  },
  {
    name: 'token',
    takes: '',
    help: 'Show the token in use: what it may do, and what is left of its budget',
    options: [],
    async run(call) {
      const { api, url } = await clientOf(call)
      const token = await api.tokens.current()
      const { budget } = token
      const left = budget && Math.max(0, Math.round((budget.credits - budget.spent) * 100) / 100)
      return {
        lines: [
          `${token.name} (${token.prefix}…) at ${url}`,
          `may      ${token.scopes.join(', ')}`,
          `project  ${token.projectId ?? 'all'}`,
          `budget   ${budget ? `${left} of ${budget.credits} credits ${periods[budget.per]} left` : 'none'}`,
          `ends     ${token.expiresAt ?? 'when you end it'}`,
        ],
        data: { ...token, budget: budget && { ...budget, left } },
      }
    },
  },
  {
    name: 'credits',
    takes: '',
    help: 'Show the credits of the account',
    options: [],
    async run(call) {
      const { api, url } = await clientOf(call)
      try {
        const { available, held, plan } = await api.credits.get()
        return {
          lines: [`${formatCredits(available)} credits, ${formatCredits(held)} held for images in work (plan ${plan})`],
          data: { credits: available / 100, held: held / 100, plan },
        }
      } catch (error) {
        const failure = failureOf(error, url)
        if (failure instanceof CliFailure && failure.code === 'not-found')
          return { lines: ['This server asks for no credits.'], data: { credits: 'off', held: 0, plan: null } }
        throw failure
      }
    },
  },
]
