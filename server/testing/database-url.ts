/** The address of another database of the same server, perhaps as another role. */
export function databaseUrl(
  serverUrl: string,
  database: string,
  role?: { readonly user: string; readonly password: string },
): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  if (role) {
    url.username = role.user
    url.password = role.password
  }
  return url.href
}
