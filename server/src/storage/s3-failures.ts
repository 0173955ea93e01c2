import { S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-storage.ts'

/** The meaning of the server's codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const settingByCode: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'S3_REGION',
  PermanentRedirect: 'S3_REGION',
  IllegalLocationConstraintException: 'S3_REGION',
}

const reasonBySetting: Readonly<Record<string, string>> = {
  S3_BUCKET: 'there is no such bucket',
  S3_ACCESS_KEY_ID: 'the server does not know it',
  S3_SECRET_ACCESS_KEY: 'it does not fit S3_ACCESS_KEY_ID',
  S3_REGION: 'the bucket lies in another one',
}

/** Explains a failed first call to the server, in one line that names the setting to change where there is one. */
export function explainS3Failure(error: unknown, { bucket, endpoint = 'Amazon S3' }: S3Settings): string {
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
