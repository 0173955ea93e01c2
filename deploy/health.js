/** Ends with 0 while the process of this container is well. One that only makes pictures listens nowhere: it runs, or it ends. */
const roles = process.env.ROLES ?? 'web,worker'
if (roles.split(',').some((role) => role.trim() === 'web')) {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  })
  process.exitCode = answer.ok ? 0 : 1
}
