import { describe, expect, it } from 'vitest'
import { describeAddress } from './own-address.ts'

const described = (given: Partial<Parameters<typeof describeAddress>[0]>) =>
  describeAddress({
    publicUrl: undefined,
    listensOn: '127.0.0.1',
    port: 3000,
    networkAddresses: ['192.168.1.5'],
    ...given,
  })

describe('the address that the start prints', () => {
  it('is the public one where it is set', () => {
    expect(described({ publicUrl: 'https://pears.example', listensOn: '0.0.0.0' })).toBe('https://pears.example')
  })

  it.each(['127.0.0.1', '::1', 'localhost'])('is localhost for %s', (listensOn) => {
    expect(described({ listensOn })).toBe('http://localhost:3000')
  })

  it('is the single address that it listens on', () => {
    expect([
      described({ listensOn: '192.168.1.9' }),
      described({ listensOn: 'fd00::5' }),
      described({ listensOn: 'nas.lan' }),
    ]).toEqual(['http://192.168.1.9:3000', 'http://[fd00::5]:3000', 'http://nas.lan:3000'])
  })

  it('includes how other machines reach a server that listens on all networks', () => {
    expect(described({ listensOn: '0.0.0.0' })).toBe(
      'http://localhost:3000\nFrom other machines: http://192.168.1.5:3000. To be reached by a domain name, set PUBLIC_URL.',
    )
    expect(described({ listensOn: '::', networkAddresses: [] })).toBe(
      'http://localhost:3000\nTo be reached by a domain name, set PUBLIC_URL.',
    )
  })
})
