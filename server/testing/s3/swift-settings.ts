/** The addresses of the parts of one Swift, all on this machine. */
export type SwiftPorts = Readonly<Record<'account' | 'container' | 'object' | 'proxy' | 'cache', number>>

/** Names under this domain begin with a bucket's name. Nothing resolves it. */
export const s3Domain = 's3.test'

/** Its one account, in the terms of S3. */
export const s3Credentials = { accessKeyId: 'test:tester', secretAccessKey: 'the-secret-of-the-tests' } as const

const common = (port: number, folder: string, user: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
workers = 0
log_address = /dev/null
`

const storageServer = (name: string) => `[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/**
 * The files that OpenStack Swift reads, by their names: one server of each kind, one copy of everything, and the S3 interface
 * with V4 signatures before it. Names and meanings: https://docs.openstack.org/swift/latest/config/
 * @param user Who the processes run as.
 */
export function swiftSettings(folder: string, ports: SwiftPorts, user: string): Readonly<Record<string, string>> {
  const [account, secret] = [s3Credentials.accessKeyId.replace(':', '_'), s3Credentials.secretAccessKey]
  return {
    'swift.conf': `[swift-hash]
swift_hash_path_suffix = tests
swift_hash_path_prefix = tests
[storage-policy:0]
name = default
default = yes
`,
    'account.conf': common(ports.account, folder, user) + storageServer('account'),
    'container.conf': common(ports.container, folder, user) + storageServer('container'),
    'object.conf': common(ports.object, folder, user) + storageServer('object'),
    'proxy.conf': `${common(ports.proxy, folder, user)}[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = ${s3Domain}
[filter:tempauth]
use = egg:swift#tempauth
user_${account} = ${secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
# There is one of each: giving up on it for a minute, as among many, would leave none. A busy machine is slow.
error_suppression_interval = 0
conn_timeout = 20
node_timeout = 60
`,
  }
}
