/**
 * The address before the vendor's version, as a base address may be written with it or without:
 * 'https://proxy.example/openai/v1' and 'https://proxy.example/openai/' are the same.
 * @param version What the vendor's paths begin with: '/v1'.
 */
export function withoutVersion(baseUrl: string, version: string): string {
  const address = baseUrl.replace(/\/+$/, '')
  return address.endsWith(version) ? address.slice(0, -version.length) : address
}
