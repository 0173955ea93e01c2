import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** One file as a list of the storage names it. `changedAt` is when it was written, by the storage's own clock. */
export type StoredFile = { readonly key: string; readonly byteSize: number; readonly changedAt: Date }

/**
 * The port for stored files. Keys are made by the server: lower-case letters, digits, '-', '.' and '/', no part of them from
 * outside. A file is stored completely or not at all, also after a crash.
 */
export type Storage = {
  /** Stores the bytes durably: they survive a power cut afterwards. A second put of a key replaces the first. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** All bytes, or null where there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  /** Bytes in the file, or null where there is no such file. */
  size(key: string): Promise<number | null>
  /** A stream of the file or a part of it. Fails on the stream if the file is missing. */
  read(key: string, range?: ByteRange): Readable
  /** Stores the same bytes under another key as well, as durably as a put; fails where there is no such file. */
  copy(from: string, to: string): Promise<void>
  /** Removes the file; one that is missing already is no error. */
  remove(key: string): Promise<void>
  /** Every file, in no order. Files that are written or removed meanwhile may or may not be among them. */
  list(): AsyncIterable<StoredFile>
  /** Closes idle connections. */
  close(): void
}
