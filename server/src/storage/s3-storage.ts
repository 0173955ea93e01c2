import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { hasBucketInHost, serverOf } from './s3-endpoint.ts'
import type { ByteRange, Storage, StoredFile } from './storage.ts'
import { checkedKey } from './storage-key.ts'

/**
 * The meaning of the server's codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, and the answers of
 * Alibaba Cloud OSS and Tencent Cloud COS to a bucket's name in the path.
 */
const settingByCode: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'S3_REGION',
  PermanentRedirect: 'S3_REGION',
  IllegalLocationConstraintException: 'S3_REGION',
  SecondLevelDomainForbidden: 'S3_ENDPOINT',
  PathStyleDomainForbidden: 'S3_ENDPOINT',
}

const reasonBySetting: Readonly<Record<string, string>> = {
  S3_BUCKET: 'there is no such bucket',
  S3_ACCESS_KEY_ID: 'the server does not know it',
  S3_SECRET_ACCESS_KEY: 'it does not fit S3_ACCESS_KEY_ID',
  S3_REGION: 'the bucket lies in another one',
  S3_ENDPOINT: 'it needs {bucket}. before the name of the server',
}

/** Explains a failed first call to the server, in one line that names the setting to change where there is one. */
function explainS3Failure(error: unknown, { bucket, endpoint = 'Amazon S3' }: S3Settings): string {
  if (!(error instanceof S3ServiceException)) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return `The setting S3_ENDPOINT is wrong, or the server is away: ${endpoint} does not answer${code}.`
  }
  const setting = settingByCode[error.name]
  if (setting) return `The setting ${setting} is wrong: ${reasonBySetting[setting]} at ${endpoint} (bucket ${bucket}).`
  if (error.$metadata.httpStatusCode === 403)
    return `The key in S3_ACCESS_KEY_ID may not list the bucket ${bucket} at ${endpoint}: allow it to list, read, write and delete there.`
  return `The S3 server at ${endpoint} answered ${error.name} (${error.$metadata.httpStatusCode ?? 'no status'}).`
}

export type S3Settings = {
  /** The server's address, with `{bucket}` where its name is a part of the host; default: Amazon's own for the region. */
  readonly endpoint?: string | undefined
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Files in one page of a list; default: as many as the protocol allows, 1,000. */
  readonly pageSize?: number
  /** Resolves the server's name; default: as the machine does. */
  readonly lookup?: LookupFunction
  readonly limits?: S3Limits
}

type S3Limits = {
  /** From a request without a body to the first byte of its answer. */
  readonly answerMs: number
  /** Between any two bytes, sent or received. */
  readonly silenceMs: number
}

/** A call is made this often, with longer and longer pauses between (the library's standard mode, with jitter). */
const attempts = 4
/** The number of times that an interrupted body is requested again from where it ended; the count restarts with every received byte. */
const bodyAttempts = 4
const bodyPauseMs = 200
const connectMs = 3_000
/**
 * A body that is sent ends in the machine's send buffer, up to 4 MB (tcp_wmem of Linux), whose departure nothing reports: at
 * 1 Mbit/s that is half a minute of silence.
 */
const defaultLimits: S3Limits = { answerMs: 10_000, silenceMs: 35_000 }
const connections = 64
/** Files in one page of a list (AWS, ListObjectsV2, MaxKeys). */
const maxInPage = 1_000

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404)

function clientOf(settings: S3Settings, { silenceMs }: S3Limits): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, lookup } = settings
  const agent = { keepAlive: true, maxSockets: connections, ...(lookup && { lookup }) }
  return new S3Client({
    // Without path style the library puts the bucket's name before the host of any endpoint.
    ...(endpoint === undefined ? {} : { endpoint: serverOf(endpoint), forcePathStyle: !hasBucketInHost(endpoint) }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    // The checksums that Amazon added in 2025 are unknown to many other servers; Content-MD5 is known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      // No `requestTimeout` for all: it counts from the beginning of a request, so that it ends a large body on a slow line.
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/**
 * Files in a bucket of an S3-compatible server. A PUT is atomic by that protocol; an interrupted GET continues where it ended, as
 * long as the file is the same. @throws Error of one line that names the wrong setting, or says that the server does not answer.
 */
export async function openS3Storage(settings: S3Settings): Promise<Storage> {
  const limits = settings.limits ?? defaultLimits
  const client = clientOf(settings, limits)
  /** The limit of a call whose request has no body. */
  const bodiless = { requestTimeout: limits.answerMs }
  const Bucket = settings.bucket
  await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), bodiless).catch((error: unknown) => {
    client.destroy()
    throw new Error(explainS3Failure(error, settings), { cause: error })
  })

  /** The bytes of a file or a part of it. An interrupted one is requested again from there, only while it is the same file. */
  async function* bytesOf(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    let at = range?.start ?? 0
    let etag: string | undefined
    for (let attempt = 1; ; attempt++) {
      try {
        const asked = range || at > 0 ? { Range: `bytes=${at}-${range?.end ?? ''}` } : {}
        const reply = await client.send(
          new GetObjectCommand({ Bucket, Key: key, ...asked, ...(etag === undefined ? {} : { IfMatch: etag }) }),
          bodiless,
        )
        etag = reply.ETag
        const end = at + (reply.ContentLength ?? 0)
        for await (const chunk of reply.Body as Readable) {
          at += chunk.byteLength
          attempt = 1
          yield chunk
        }
        if (at < end) throw new Error(`The file ${key} was cut after ${at} of ${end} bytes.`)
        return
      } catch (error) {
        // The library has already retried errors that the server itself returned.
        if (error instanceof S3ServiceException || attempt >= bodyAttempts) throw error
        await wait(bodyPauseMs * 2 ** attempt)
      }
    }
  }

  async function* listFiles(): AsyncGenerator<StoredFile> {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          MaxKeys: settings.pageSize ?? maxInPage,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
        bodiless,
      )
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, byteSize: Size ?? 0, changedAt: LastModified ?? new Date() }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
  }

  return {
    async put(key, bytes) {
      const ContentMD5 = createHash('md5').update(bytes).digest('base64')
      await client.send(new PutObjectCommand({ Bucket, Key: checkedKey(key), Body: bytes, ContentMD5 }))
    },
    async get(key) {
      try {
        const chunks: Uint8Array[] = []
        for await (const chunk of bytesOf(checkedKey(key))) chunks.push(chunk)
        return Buffer.concat(chunks)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key: checkedKey(key) }), bodiless)).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    read: (key, range) => Readable.from(bytesOf(checkedKey(key), range), { objectMode: false }),
    async copy(from, to) {
      // Answered when the server has copied the whole file: the limit of silence alone applies.
      await client.send(
        new CopyObjectCommand({ Bucket, Key: checkedKey(to), CopySource: `${Bucket}/${checkedKey(from)}` }),
      )
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkedKey(key) }), bodiless)
    },
    list: listFiles,
    close: () => client.destroy(),
  }
}
