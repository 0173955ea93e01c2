import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { startSwift } from './swift.ts'
import { s3Credentials } from './swift-settings.ts'

export type S3TestServer = Omit<FaultProxy, 'port'> & {
  readonly endpoint: string
  readonly bucket: string
  /** The settings of an Espalier server that stores here. */
  readonly variables: Readonly<Record<string, string>>
  makeBucket(name: string): Promise<void>
}

/**
 * A real S3 server that checks V4 signatures (OpenStack Swift), with one bucket, behind a proxy that injects faults.
 */
export async function startS3Server(): Promise<S3TestServer> {
  const swift = await startSwift()
  const { port, ...faults } = await startFaultProxy(swift.port)
  const endpoint = `http://127.0.0.1:${port}`
  const bucket = 'pictures'
  const makeBucket = async (name: string) => {
    // A new server asks clients to slow down on a busy machine.
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      credentials: s3Credentials,
      forcePathStyle: true,
      maxAttempts: 12,
    })
    await client.send(new CreateBucketCommand({ Bucket: name }))
    client.destroy()
  }
  await makeBucket(bucket)
  return {
    ...faults,
    endpoint,
    bucket,
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    },
    makeBucket,
    async stop() {
      await faults.stop()
      await swift.stop()
    },
  }
}
