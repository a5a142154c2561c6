#!/usr/bin/env node
// The command `domesday`: `domesday start` is the service, all else is the command line, a package of its own. In plain
// JavaScript, as start.js, which checks the version of Node.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [command, ...rest] = process.argv.slice(2)
const start = fileURLToPath(new URL('./start.js', import.meta.url))

// The core imports no package: it runs this one where it is installed, in the folder of the service or beside the core.
const tools = '@domesday/tool-cli'
const commandLine = () => {
  for (const from of [join(process.cwd(), 'package.json'), start]) {
    try {
      return createRequire(from).resolve(tools)
    } catch {}
  }
}

if (command === 'start') {
  process.argv = [process.argv[0], start, ...rest]
  await import('./start.js')
} else {
  const entry = commandLine()
  if (entry === undefined || !existsSync(entry)) {
    console.error(
      `domesday start [--live] starts the service. The other commands are in a package of their own: run 'npm install --save ${tools}'`,
    )
    process.exit(2)
  }
  process.argv = [process.argv[0], start, '--run', pathToFileURL(entry).href, ...process.argv.slice(2)]
  await import('./start.js')
}
