import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readArguments } from './command.ts'
import { commands } from './run-cli.ts'
import { exitCodes } from './terminal.ts'
import { runHere } from './testing/terminal.ts'

const token = `esp_${'A'.repeat(43)}`
const env = { ESPALIER_TOKEN: token, ESPALIER_URL: 'http://localhost:9', XDG_CONFIG_HOME: '/nowhere' }

describe('the command line', () => {
  it('lists its commands, and the options of each', async () => {
    const general = await runHere([])
    expect(general.exit).toBe(0)
    for (const { name } of commands) {
      expect(general.out).toContain(`\n  ${name} `)
      const own = await runHere([name, '--help'])
      expect([own.exit, own.out.startsWith(`espalier ${name}`)]).toEqual([0, true])
      expect((await runHere(['help', name])).out).toBe(own.out)
      expect(own.out).toContain('--json')
    }
  })

  it('names its version', async () => expect((await runHere(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/))

  it.each([
    [['nothing'], 'There is no command nothing.'],
    [['generate'], 'Write: espalier generate <prompt>'],
    [['generate', 'a', 'b'], 'Write: espalier generate <prompt>'],
    [['generate', 'a', '--colour', 'red'], "Unknown option '--colour'."],
    [['generate', 'a', '--count', 'many'], '--count takes a number.'],
    [['generate', 'a', '--count', '9'], 'count:'],
    [['generate', 'a', '--ratio', '7:1'], 'aspectRatio:'],
    [['login', '--token', token], 'Send the token by standard input'],
    [['rate', '1a2b3c4d.1', 'best'], 'The mark is one of'],
  ])('%j is refused as written wrongly', async (written, message) => {
    const { exit, err, out } = await runHere(written, { env })
    expect([exit, out]).toEqual([2, ''])
    expect(err).toContain(message)
    const asJson = await runHere([...written, '--json'], { env })
    expect(JSON.parse(asJson.out)).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(asJson.err).toBe('')
  })

  it('says where to log in', async () => {
    const { exit, err } = await runHere(['projects', '--url', 'boards.example'], {
      env: { XDG_CONFIG_HOME: '/nowhere' },
    })
    expect([exit, err]).toEqual([
      3,
      'Not logged in at https://boards.example. Run: espalier login --url https://boards.example\n',
    ])
  })

  it('names a server that can not be reached', async () => {
    const { exit, out } = await runHere(['credits', '--json'], { env })
    expect(exit).toBe(1)
    expect(JSON.parse(out)).toEqual({
      ok: false,
      error: { code: 'unreachable', message: 'http://localhost:9 can not be reached: connect ECONNREFUSED' },
    })
  })

  it('sends its token to the server alone, and follows no redirect', async () => {
    const asked: { url: string; authorization: string | null; redirect: string | undefined }[] = []
    const { exit } = await runHere(['credits'], {
      env,
      fetch: async (input, init) => {
        const request = new Request(input, init)
        asked.push({ url: request.url, authorization: request.headers.get('authorization'), redirect: init?.redirect })
        return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })
      },
    })
    expect(exit).toBe(1)
    expect(asked).toEqual([
      { url: 'http://localhost:9/api/credits', authorization: `Bearer ${token}`, redirect: 'manual' },
    ])
  })

  it('leaves out what a terminal would obey', async () => {
    const project = { id: 'x', title: 'a\u001b]0;owned\u0007', generationCount: 1, createdAt: '', updatedAt: '' }
    const { out } = await runHere(['projects'], {
      env,
      fetch: () => Promise.resolve(Response.json({ items: [project], nextCursor: null })),
    })
    expect(out).toContain('a�]0;owned�')
  })

  it('leaves out controls of one byte and marks of direction, which are escapes in JSON', async () => {
    const project = { id: 'x', title: 'a\u009b31m\u202eb', generationCount: 1, createdAt: '', updatedAt: '' }
    const fetch = () => Promise.resolve(Response.json({ items: [project], nextCursor: null }))
    expect((await runHere(['projects'], { env, fetch })).out).toContain('a�31m�b')
    const { out } = await runHere(['projects', '--json'], { env, fetch })
    expect(out).toContain('a\\u009b31m\\u202eb')
    expect(JSON.stringify(JSON.parse(out))).toContain(project.title)
  })
})

/** The lines of a text that run the program, each as its arguments. */
const examplesIn = (path: string): string[][] =>
  [...readFileSync(path, 'utf8').matchAll(/^(?:\S+ \| )?espalier +(.*?)(?: +#.*)?$/gm)].map(([, line = '']) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
  )

describe.each(['cli/package/skills/espalier/SKILL.md', 'docs/cli.md'])('the examples of %s', (path) => {
  it('are commands that exist, with options that they have', () => {
    const examples = examplesIn(path)
    expect(examples.length).toBeGreaterThan(8)
    for (const [name, ...rest] of examples) {
      const command = commands.find((each) => each.name === name)
      if (!command) throw new Error(`${path} names the command ${name}.`)
      readArguments(command, rest)
    }
  })

  it('have every exit code', () => {
    const codes = [...readFileSync(path, 'utf8').matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code))
    const known = Object.values(exitCodes).filter((code) => code !== exitCodes.interrupted || path === 'docs/cli.md')
    expect(codes).toEqual(known)
  })
})
