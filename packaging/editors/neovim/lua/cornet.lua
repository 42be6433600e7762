-- Cornet in Neovim 0.7 and later: put this file on the 'runtimepath' and call
--   require('cornet').setup({ cmd = { 'cornet', 'lsp', '--timeout', '30s' } })
local M = {}

function M.setup(options)
  local cmd = (options or {}).cmd or { 'cornet', 'lsp' }
  vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'c', 'smt2' },
    callback = function(args)
      local file = vim.api.nvim_buf_get_name(args.buf)
      local client = vim.lsp.start_client({ name = 'cornet', cmd = cmd, root_dir = vim.fn.fnamemodify(file, ':h') })
      if client then vim.lsp.buf_attach_client(args.buf, client) end
    end,
  })
  vim.filetype.add({ extension = { smt2 = 'smt2' } })
end

return M
