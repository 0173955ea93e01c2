import { describe, expect, it } from 'vitest'
import { createOwnNames, isLoopbackHost } from './own-names.ts'

const machine = 'Nas.example.lan'
const alone = createOwnNames({ publicUrl: undefined, listensOn: '127.0.0.1', machine })
const open = createOwnNames({ publicUrl: undefined, listensOn: '0.0.0.0', machine })
const published = createOwnNames({ publicUrl: 'https://pears.example', listensOn: '0.0.0.0', machine })

describe('the host names of a server', () => {
  it.each([
    ['localhost:3000', true, true],
    ['LOCALHOST', true, true],
    ['pears.localhost:3000', true, true],
    ['127.0.0.1:3000', true, true],
    ['[::1]:3000', true, true],
    ['192.168.1.5:3000', true, true],
    ['[fd00::5]:3000', true, true],
    ['nas:3000', false, true],
    ['nas.local:3000', false, true],
    ['nas.example.lan', false, true],
    ['evil.example:3000', false, false],
    ['localhost.evil.example', false, false],
    ['127.0.0.1.evil.example', false, false],
    ['evil.example@127.0.0.1', false, false],
    ['127.0.0.1/x', false, false],
    ['', false, false],
  ])('include %j: %j while it listens on loopback, %j while it listens on the network', (host, own, ownInNetwork) => {
    expect([alone.isOwnHost(host), open.isOwnHost(host)]).toEqual([own, ownInNetwork])
  })

  it('include the name that it listens on', () => {
    const named = createOwnNames({ publicUrl: undefined, listensOn: 'Pears.lan', machine })
    expect(named.isOwnHost('pears.lan:3000')).toBe(true)
  })

  it('are the public address, IP addresses, and names without a dot, as proxies send them', () => {
    const hosts = [
      'pears.example',
      'pears.example:443',
      '10.1.2.3:3000',
      'web-1:3000',
      'evil.example',
      'pears.example.evil.example',
    ]
    expect(hosts.map((host) => published.isOwnHost(host))).toEqual([true, true, true, true, false, false])
  })
})

describe('the origin of a call that changes something', () => {
  it.each([
    ['http://localhost:3000', 'localhost:3000', true],
    ['http://192.168.1.5:3000', '192.168.1.5:3000', true],
    ['http://localhost', 'localhost:80', true],
    ['https://localhost:3000', 'localhost:3000', false],
    ['http://localhost:3001', 'localhost:3000', false],
    ['http://evil.example:3000', 'evil.example:3000', false],
    ['http://evil.example', 'localhost:3000', false],
    ['null', 'localhost:3000', false],
  ])('without a public address, is %s for the host %s: %j', (origin, host, isOwn) => {
    expect(open.isOwnOrigin(origin, host)).toBe(isOwn)
  })

  it.each([
    ['https://pears.example', 'pears.example', true],
    ['https://pears.example', '127.0.0.1:3000', true],
    ['http://pears.example', 'pears.example', false],
    ['https://pears.example:8443', 'pears.example:8443', false],
    ['http://localhost:3000', 'localhost:3000', false],
    ['https://evil.example', 'evil.example', false],
  ])('with a public address, is that alone, %s for the host %s: %j', (origin, host, isOwn) => {
    expect(published.isOwnOrigin(origin, host)).toBe(isOwn)
  })
})

describe('a loopback host', () => {
  it('is a loopback address or name', () => {
    const hosts = ['localhost', 'a.localhost:1', '127.9.9.9:3000', '[::1]', '192.168.1.5', 'evil.example', '']
    expect(hosts.map(isLoopbackHost)).toEqual([true, true, true, true, false, false, false])
  })
})
