#!/usr/bin/env node
// Plays a seat: attacks if it can, and otherwise chooses an option by the seed of the question.
const lines = require('readline').createInterface({ input: process.stdin })

lines.on('line', (line) => {
  const message = JSON.parse(line)
  if (message.type === 'ask') {
    const attacks = message.options.filter((option) => option.verb === 'attack')
    const choices = attacks.length > 0 ? attacks : message.options
    const { words, first, last } = choices[message.seed % choices.length]
    const offset = Math.floor(message.seed / choices.length) % (last - first + 1)
    console.log(JSON.stringify({ do: first === null ? words : words.replace(/\S+$/, first + offset) }))
  } else if (message.type === 'refused') {
    console.error(message.message)
  }
})
