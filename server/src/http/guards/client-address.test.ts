import { describe, expect, it } from 'vitest'
import { createClientAddress, networkOf } from './client-address.ts'

describe('the address of a client', () => {
  const direct = createClientAddress([])
  const behindProxy = createClientAddress(['10.0.0.0/8', '192.168.1.5', 'fd00::/8'])

  it("is the socket's where no proxy is trusted, whatever the header says", () => {
    expect(direct('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7')
    expect(direct('::ffff:203.0.113.7', undefined)).toBe('203.0.113.7')
  })

  it('is the right-most address that is no trusted proxy', () => {
    expect(behindProxy('10.0.0.1', '1.1.1.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(behindProxy('10.0.0.1', '1.1.1.1, 203.0.113.7, 192.168.1.5')).toBe('203.0.113.7')
    expect(behindProxy('fd00::1', '2001:db8::7')).toBe('2001:db8::7')
  })

  it("is the socket's where an untrusted client claims to be a proxy", () => {
    expect(behindProxy('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  })

  it("is the proxy's where the header contains no address", () => {
    expect(behindProxy('10.0.0.1', 'unknown')).toBe('10.0.0.1')
    expect(behindProxy('10.0.0.1', undefined)).toBe('10.0.0.1')
  })
})

describe('the network that rate limits count by', () => {
  it('is the address itself for IPv4 and for what is no address', () => {
    expect(['203.0.113.7', 'unknown'].map(networkOf)).toEqual(['203.0.113.7', 'unknown'])
  })

  it('is the /64 of an IPv6 address, however it is written', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:3::9')).not.toBe('2001:db8:1:2::/64')
  })
})
