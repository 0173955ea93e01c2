import { describe, expect, it } from 'vitest'
import { createClientAddress } from './client-address.ts'

describe('who really asks', () => {
  const direct = createClientAddress([])
  const behindProxy = createClientAddress(['10.0.0.0/8', '192.168.1.5', 'fd00::/8'])

  it('is the socket where no proxy is trusted, whatever the header says', () => {
    expect(direct('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7')
    expect(direct('::ffff:203.0.113.7', undefined)).toBe('203.0.113.7')
  })

  it('is the right-most address that is no proxy of ours', () => {
    expect(behindProxy('10.0.0.1', '1.1.1.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(behindProxy('10.0.0.1', '1.1.1.1, 203.0.113.7, 192.168.1.5')).toBe('203.0.113.7')
    expect(behindProxy('fd00::1', '2001:db8::7')).toBe('2001:db8::7')
  })

  it('is the socket where a stranger claims to be a proxy', () => {
    expect(behindProxy('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  })

  it('stops at the proxy where the header holds no address', () => {
    expect(behindProxy('10.0.0.1', 'unknown')).toBe('10.0.0.1')
    expect(behindProxy('10.0.0.1', undefined)).toBe('10.0.0.1')
  })
})
