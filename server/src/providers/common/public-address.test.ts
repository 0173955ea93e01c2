import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { describe, expect, it } from 'vitest'
import { addressInUrl, isPublicAddress, publicLookup } from './public-address.ts'

describe('public addresses', () => {
  it.each(['93.184.215.14', '2606:4700::6810:84e5', '::ffff:93.184.215.14'])('accept %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '::127.0.0.1',
    '::7f00:1',
    '::808:808',
    '100.127.255.255',
    '127.0.0.2',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    'pictures.example',
  ])('reject %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('the host of a URL', () => {
  it.each([
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://[::1]:8080/', '::1'],
    ['https://pictures.example/', null],
  ])('of %s is the address %s', (url, address) => expect(addressInUrl(new URL(url))).toBe(address))
})

describe('a lookup', () => {
  it('is made once, and the socket connects to its result: a name that resolves differently a moment later changes nothing', async () => {
    const server = createServer((_, response) => response.end('here'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const names: string[] = []
    const resolve = async (name: string) => {
      names.push(name)
      return [{ address: names.length === 1 ? '127.0.0.1' : '203.0.113.9', family: 4 }]
    }
    const agent = new Agent({ connect: { lookup: publicLookup(resolve, (address) => address === '127.0.0.1') } })
    const { body } = await request(`http://pictures.example:${port}/`, { dispatcher: agent })
    expect(await body.text()).toBe('here')
    expect(names).toEqual(['pictures.example'])
    await agent.destroy()
    server.close()
  })
})
