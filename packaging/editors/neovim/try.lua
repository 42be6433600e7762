-- A session without a screen: opens the file that is named, waits for what is said about it, saves it, waits again, and prints both.
--   nvim --headless --clean --cmd 'set rtp+=packaging/editors/neovim' -c "lua arg = {'cornet', 'sum.c'}" -l packaging/editors/neovim/try.lua
local cornet, file = vim.env.CORNET, vim.env.FILE
require('cornet').setup({ cmd = { cornet, 'lsp', '--replay', 'off' } })
local published = 0
local show = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(...)
  show(...)
  published = published + 1
end
local function wait(what, ready)
  if not vim.wait(60000, ready, 20) then
    print('waited in vain for ' .. what)
    vim.cmd('cquit!')
  end
end
vim.cmd('edit ' .. file)
wait('the first diagnostics', function() return published >= 1 end)
print('opened: ' .. #vim.diagnostic.get(0) .. ' diagnostics')
vim.cmd('write!')
wait('the answer', function() return published >= 2 end)
for _, d in ipairs(vim.diagnostic.get(0)) do
  print(string.format('%d:%d: %s', d.lnum + 1, d.col + 1, (d.message:gsub('\n.*', ''))))
end
local lenses = vim.lsp.buf_request_sync(0, 'textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() }, 10000)
for _, answer in pairs(lenses) do
  for _, lens in ipairs(answer.result) do print(lens.command.title) end
end
vim.cmd('qall!')
