// The entry in plain JavaScript: it must run on any Node to say what is wrong with it. No import may come before the
// check.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  const { enableCompileCache } = await import('node:module')
  const { tmpdir } = await import('node:os')
  // Threads find the cache by the variable alone.
  process.env.NODE_COMPILE_CACHE ??= `${tmpdir()}/node-compile-cache`
  enableCompileCache()
  // `--run <module>`: another entry than the service, such as the command line; its path counts from the project's
  // folder.
  await import(
    process.argv[2] === '--run' ? new URL(process.argv[3], new URL('..', import.meta.url)).href : './main.ts'
  )
} else {
  const { spawn } = await import('node:child_process')
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  if (!existsSync(own) || process.env.DOMESDAY_RESTARTED) {
    console.error(`Domesday needs Node 22.19 or later; this is ${process.version}. On Linux 'npm ci' brings one along.`)
    process.exit(1)
  }
  const child = spawn(own, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, DOMESDAY_RESTARTED: '1' },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
