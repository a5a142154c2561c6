#!/usr/bin/env node
import { verifyCommand } from './command.ts'

process.exitCode = await verifyCommand(process.argv.slice(2), {
  print: (text) => console.log(text),
  remark: (text) => console.error(text),
})
