import { describe, expect, it } from 'vitest'
import { socketFolderFor } from './cluster-home.ts'

const deep = `/srv/${'a'.repeat(40)}/${'b'.repeat(40)}/data/postgres`

describe('the folder of the socket', () => {
  it('lies beside the cluster', () => expect(socketFolderFor('/srv/data/postgres')).toBe('/srv/data/postgres/socket'))

  it('is a short one where a socket beside the cluster would have too long a path', () =>
    expect(socketFolderFor(deep, '/tmp')).toMatch(/^\/tmp\/espalier-[0-9a-f]{16}$/))

  it('is the same for every server of that data folder, and another for another', () => {
    expect(socketFolderFor(deep, '/tmp')).toBe(socketFolderFor(deep, '/tmp'))
    expect(socketFolderFor(deep, '/tmp')).not.toBe(socketFolderFor(`${deep}2`, '/tmp'))
  })

  it('counts bytes, not characters', () =>
    expect(socketFolderFor(`/srv/${'ä'.repeat(40)}/postgres`, '/tmp')).toMatch(/^\/tmp\//))

  it('is in /tmp where the temporary folder is too deep as well', () =>
    expect(socketFolderFor(deep, deep)).toMatch(/^\/tmp\/espalier-/))
})
