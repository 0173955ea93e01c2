/**
 * Remembers the page that is open at a press.
 * @returns Whether it is still open: a user who has gone to another page meanwhile stays there.
 */
export function rememberPage(): () => boolean {
  const { pathname } = location
  return () => location.pathname === pathname
}
