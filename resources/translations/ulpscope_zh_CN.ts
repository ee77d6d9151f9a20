<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <source>About Ulpscope</source>
            <translation>关于 Ulpscope</translation>
        </message>
        <message>
            <source>Steps through tiled flash attention, bit for bit.</source>
            <translation>逐步、逐位地走过分块的 flash attention。</translation>
        </message>
        <message>
            <source>The program is free software under the GPL, version 3 or later; engine and command line under Apache 2.0. It sends nothing and reads nothing over a network.</source>
            <translation>本程序是自由软件，遵循 GPL 第 3 版或更高版本；引擎与命令行遵循 Apache 2.0。它不通过网络发送或读取任何内容。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <source>&amp;Open…</source>
            <translation>打开(&amp;O)…</translation>
        </message>
        <message>
            <source>Open tensors (safetensors, npz, npy), a session, or a figure that carries one</source>
            <translation>打开张量(safetensors、npz、npy)、会话，或带有会话的图</translation>
        </message>
        <message>
            <source>&amp;Save session</source>
            <translation>保存会话(&amp;S)</translation>
        </message>
        <message>
            <source>Save problem, runs, step, selection and views</source>
            <translation>保存问题、运行、步骤、选择与视图</translation>
        </message>
        <message>
            <source>Save session &amp;as…</source>
            <translation>会话另存为(&amp;A)…</translation>
        </message>
        <message>
            <source>Save the session to another file</source>
            <translation>把会话保存到另一个文件</translation>
        </message>
        <message>
            <source>&amp;Export figure…</source>
            <translation>导出图(&amp;E)…</translation>
        </message>
        <message>
            <source>Save the current view as PDF, SVG or PNG; the file reopens this state</source>
            <translation>把当前视图存为 PDF、SVG 或 PNG；该文件可重新打开此状态</translation>
        </message>
        <message>
            <source>&amp;Reload and run</source>
            <translation>重新载入并运行(&amp;R)</translation>
        </message>
        <message>
            <source>Read the inputs again and run everything anew</source>
            <translation>重新读取输入并全部重新计算</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>Close the window</source>
            <translation>关闭窗口</translation>
        </message>
        <message>
            <source>&amp;Copy table</source>
            <translation>复制表格(&amp;C)</translation>
        </message>
        <message>
            <source>Copy the selected cells of the table, or all of it, with a header row</source>
            <translation>复制表格中选中的单元格(未选则全部)，含表头</translation>
        </message>
        <message>
            <source>Copy &amp;picture</source>
            <translation>复制图片(&amp;P)</translation>
        </message>
        <message>
            <source>Copy the current view as PNG and SVG</source>
            <translation>把当前视图复制为 PNG 与 SVG</translation>
        </message>
        <message>
            <source>Copy as command &amp;line</source>
            <translation>复制为命令行(&amp;L)</translation>
        </message>
        <message>
            <source>Copy the ulpscope-cli command that runs A</source>
            <translation>复制能运行 A 的 ulpscope-cli 命令</translation>
        </message>
        <message>
            <source>Pin the &amp;selected value</source>
            <translation>固定所选的值(&amp;S)</translation>
        </message>
        <message>
            <source>Keep the selected value in view at every step (Ctrl+click in a map)</source>
            <translation>让所选的值在每一步都可见(在图中按 Ctrl 单击)</translation>
        </message>
        <message>
            <source>&amp;Go to cell…</source>
            <translation>转到单元格(&amp;G)…</translation>
        </message>
        <message>
            <source>Select by number: row 17 col 203 key 64</source>
            <translation>按编号选择：row 17 col 203 key 64</translation>
        </message>
        <message>
            <source>&amp;Filter steps</source>
            <translation>筛选步骤(&amp;F)</translation>
        </message>
        <message>
            <source>Show only steps that match: rescale row:299 flag:max</source>
            <translation>只显示匹配的步骤：rescale row:299 flag:max</translation>
        </message>
        <message>
            <source>C&amp;lear selection</source>
            <translation>清除选择(&amp;L)</translation>
        </message>
        <message>
            <source>Select no row, key or column; close what is open</source>
            <translation>不选任何行、键或列；关闭打开的内容</translation>
        </message>
        <message>
            <source>&amp;Play</source>
            <translation>播放(&amp;P)</translation>
        </message>
        <message>
            <source>Play or pause</source>
            <translation>播放或暂停</translation>
        </message>
        <message>
            <source>&amp;Next step</source>
            <translation>下一步(&amp;N)</translation>
        </message>
        <message>
            <source>One step forwards</source>
            <translation>前进一步</translation>
        </message>
        <message>
            <source>Pre&amp;vious step</source>
            <translation>上一步(&amp;V)</translation>
        </message>
        <message>
            <source>One step back</source>
            <translation>后退一步</translation>
        </message>
        <message>
            <source>Next &amp;key tile</source>
            <translation>下一个键块(&amp;K)</translation>
        </message>
        <message>
            <source>To the end of the key tile</source>
            <translation>到该键块末尾</translation>
        </message>
        <message>
            <source>Previous key tile</source>
            <translation>上一个键块</translation>
        </message>
        <message>
            <source>Back to the start of the key tile</source>
            <translation>回到该键块开头</translation>
        </message>
        <message>
            <source>Next &amp;query tile</source>
            <translation>下一个查询块(&amp;Q)</translation>
        </message>
        <message>
            <source>To the end of the query tile</source>
            <translation>到该查询块末尾</translation>
        </message>
        <message>
            <source>Previous query tile</source>
            <translation>上一个查询块</translation>
        </message>
        <message>
            <source>Back to the start of the query tile</source>
            <translation>回到该查询块开头</translation>
        </message>
        <message>
            <source>&amp;Start</source>
            <translation>开头(&amp;S)</translation>
        </message>
        <message>
            <source>Before the first step</source>
            <translation>第一步之前</translation>
        </message>
        <message>
            <source>&amp;End</source>
            <translation>末尾(&amp;E)</translation>
        </message>
        <message>
            <source>Behind the last step</source>
            <translation>最后一步之后</translation>
        </message>
        <message>
            <source>Next e&amp;vent</source>
            <translation>下一个事件(&amp;V)</translation>
        </message>
        <message>
            <source>Next step at which a max changed, something was rescaled, a tie or a NaN appeared</source>
            <translation>下一个出现最大值变化、重新缩放、并列或 NaN 的步骤</translation>
        </message>
        <message>
            <source>Previous event</source>
            <translation>上一个事件</translation>
        </message>
        <message>
            <source>The event before</source>
            <translation>前一个事件</translation>
        </message>
        <message>
            <source>Coarser</source>
            <translation>更粗</translation>
        </message>
        <message>
            <source>Play by key tiles, then by query tiles</source>
            <translation>按键块播放，再按查询块播放</translation>
        </message>
        <message>
            <source>Finer</source>
            <translation>更细</translation>
        </message>
        <message>
            <source>Play by key tiles, then by steps</source>
            <translation>按键块播放，再按步骤播放</translation>
        </message>
        <message>
            <source>&amp;Explore</source>
            <translation>探索(&amp;E)</translation>
        </message>
        <message>
            <source>One run: tiles, matrix, running values, tree, error</source>
            <translation>一次运行：分块、矩阵、运行值、树、误差</translation>
        </message>
        <message>
            <source>&amp;Compare</source>
            <translation>比较(&amp;C)</translation>
        </message>
        <message>
            <source>A beside B, and where they part</source>
            <translation>A 与 B 并排，以及它们从何处分开</translation>
        </message>
        <message>
            <source>&amp;Kernel</source>
            <translation>内核(&amp;K)</translation>
        </message>
        <message>
            <source>The launch on the SMs, its tiles, the reduction tree</source>
            <translation>SM 上的启动、其中的块以及归约树</translation>
        </message>
        <message>
            <source>Arrival &amp;orders</source>
            <translation>到达顺序(&amp;O)</translation>
        </message>
        <message>
            <source>The sum that is chosen in the reduction tree, in all or many orders of arrival</source>
            <translation>归约树中所选的和，按全部或许多到达顺序相加</translation>
        </message>
        <message>
            <source>&amp;Reset layout</source>
            <translation>重置布局(&amp;R)</translation>
        </message>
        <message>
            <source>Panels back to where they were at first</source>
            <translation>面板回到最初的位置</translation>
        </message>
        <message>
            <source>&amp;Maximise view</source>
            <translation>最大化视图(&amp;M)</translation>
        </message>
        <message>
            <source>The current view alone, or all views</source>
            <translation>只显示当前视图，或显示全部视图</translation>
        </message>
        <message>
            <source>Show &amp;all</source>
            <translation>显示全部(&amp;A)</translation>
        </message>
        <message>
            <source>The whole picture of the current view</source>
            <translation>当前视图的全貌</translation>
        </message>
        <message>
            <source>View &amp;back</source>
            <translation>视图后退(&amp;B)</translation>
        </message>
        <message>
            <source>The part that the current view showed before</source>
            <translation>当前视图之前显示的部分</translation>
        </message>
        <message>
            <source>View &amp;forward</source>
            <translation>视图前进(&amp;F)</translation>
        </message>
        <message>
            <source>Undo View back</source>
            <translation>撤销视图后退</translation>
        </message>
        <message>
            <source>Next &amp;scale</source>
            <translation>下一种标度(&amp;S)</translation>
        </message>
        <message>
            <source>Linear, log, symlog, ulp: the next that makes sense here</source>
            <translation>线性、对数、对称对数、ulp：下一种在此有意义的标度</translation>
        </message>
        <message>
            <source>&amp;Grid lines</source>
            <translation>网格线(&amp;G)</translation>
        </message>
        <message>
            <source>Lines between cells on or off</source>
            <translation>显示或隐藏单元格之间的线</translation>
        </message>
        <message>
            <source>&amp;Presenter size</source>
            <translation>演示字号(&amp;P)</translation>
        </message>
        <message>
            <source>Everything 1.6 times as large, for a projector</source>
            <translation>全部放大 1.6 倍，用于投影</translation>
        </message>
        <message>
            <source>F&amp;ull screen</source>
            <translation>全屏(&amp;U)</translation>
        </message>
        <message>
            <source>The window on the whole screen</source>
            <translation>窗口占满屏幕</translation>
        </message>
        <message>
            <source>&amp;Next panel</source>
            <translation>下一个面板(&amp;N)</translation>
        </message>
        <message>
            <source>Keyboard focus to the next panel or view</source>
            <translation>键盘焦点移到下一个面板或视图</translation>
        </message>
        <message>
            <source>Show &amp;A</source>
            <translation>显示 A(&amp;A)</translation>
        </message>
        <message>
            <source>Views show run A</source>
            <translation>视图显示运行 A</translation>
        </message>
        <message>
            <source>Show &amp;B</source>
            <translation>显示 B(&amp;B)</translation>
        </message>
        <message>
            <source>Views show run B or the recorded output</source>
            <translation>视图显示运行 B 或记录的输出</translation>
        </message>
        <message>
            <source>Show the &amp;difference</source>
            <translation>显示差(&amp;D)</translation>
        </message>
        <message>
            <source>Views show A − B where they can</source>
            <translation>视图尽可能显示 A − B</translation>
        </message>
        <message>
            <source>S&amp;wap A and B</source>
            <translation>交换 A 与 B(&amp;W)</translation>
        </message>
        <message>
            <source>Run A becomes B, run B becomes A</source>
            <translation>运行 A 变为 B，运行 B 变为 A</translation>
        </message>
        <message>
            <source>B&amp;link A and B</source>
            <translation>A 与 B 交替闪烁(&amp;L)</translation>
        </message>
        <message>
            <source>Show A and B by turns, twice a second</source>
            <translation>轮流显示 A 与 B，每秒两次</translation>
        </message>
        <message>
            <source>Go to the &amp;first divergence</source>
            <translation>转到首个分歧(&amp;F)</translation>
        </message>
        <message>
            <source>The earliest step, row and column at which the bits of A and B part</source>
            <translation>A 与 B 的位最早分开的步骤、行与列</translation>
        </message>
        <message>
            <source>Add &amp;run B</source>
            <translation>添加运行 B(&amp;R)</translation>
        </message>
        <message>
            <source>A second run, at first the same as A</source>
            <translation>第二次运行，起初与 A 相同</translation>
        </message>
        <message>
            <source>Re&amp;move run B</source>
            <translation>移除运行 B(&amp;M)</translation>
        </message>
        <message>
            <source>Only run A stays</source>
            <translation>只保留运行 A</translation>
        </message>
        <message>
            <source>&amp;Command palette…</source>
            <translation>命令面板(&amp;C)…</translation>
        </message>
        <message>
            <source>Find anything the window can do by a few letters</source>
            <translation>用几个字母找到窗口能做的任何事</translation>
        </message>
        <message>
            <source>&amp;Keys</source>
            <translation>按键(&amp;K)</translation>
        </message>
        <message>
            <source>All keys on one page</source>
            <translation>所有按键一页看完</translation>
        </message>
        <message>
            <source>Associativity &amp;playground</source>
            <translation>结合律试验台(&amp;P)</translation>
        </message>
        <message>
            <source>Type numbers and see every rounding of their sum in binary, in any order</source>
            <translation>输入数字，以二进制查看任意次序求和时的每一次舍入</translation>
        </message>
        <message>
            <source>&amp;Devices</source>
            <translation>设备(&amp;D)</translation>
        </message>
        <message>
            <source>The CPU and GPUs that can execute here, and why one is absent</source>
            <translation>此处可以执行的 CPU 与 GPU，以及缺少时的原因</translation>
        </message>
        <message>
            <source>&amp;About Ulpscope</source>
            <translation>关于 Ulpscope(&amp;A)</translation>
        </message>
        <message>
            <source>Version, libraries, licence</source>
            <translation>版本、库、许可证</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>运行(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
    </context>
    <context>
        <name>BackendMenu</name>
        <message>
            <source>&amp;Backend</source>
            <translation>后端(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Automatic</source>
            <translation>自动(&amp;A)</translation>
        </message>
        <message>
            <source>The GPU where there is one that can execute the run, else the CPU</source>
            <translation>有能执行该运行的 GPU 时用 GPU，否则用 CPU</translation>
        </message>
        <message>
            <source>&amp;CPU (emulated)</source>
            <translation>&amp;CPU(模拟)</translation>
        </message>
        <message>
            <source>The processor computes what the chosen architecture computes</source>
            <translation>由处理器计算所选架构会算出的结果</translation>
        </message>
        <message>
            <source>&amp;GPU (real)</source>
            <translation>&amp;GPU(真实)</translation>
        </message>
        <message>
            <source>The GPU of this machine through the worker program; says why where that is impossible</source>
            <translation>通过工作程序使用本机的 GPU；无法使用时说明原因</translation>
        </message>
    </context>
    <context>
        <name>BudgetBars</name>
        <message>
            <source>total</source>
            <translation>合计</translation>
        </message>
        <message>
            <source>Error budget</source>
            <translation>误差预算</translation>
        </message>
        <message>
            <source>total %1 %2</source>
            <translation>合计 %1 %2</translation>
        </message>
        <message>
            <source>%1, %2 %3 of %4</source>
            <translation>%1,%2 %3 / %4</translation>
        </message>
        <message>
            <source>Error budget in %1: %2; total %3.</source>
            <translation>误差预算(%1)：%2；合计 %3。</translation>
        </message>
    </context>
    <context>
        <name>CellAddress</name>
        <message>
            <source>There is no %1 %2: %1 is a number from 0 to %3.</source>
            <translation>没有 %1 %2：%1 是 0 到 %3 之间的数。</translation>
        </message>
        <message>
            <source>"%1" names no cell; try: row 17 col 20</source>
            <translation>“%1”不是单元格；试试：row 17 col 20</translation>
        </message>
    </context>
    <context>
        <name>ColorBar</name>
        <message>
            <source>masked</source>
            <translation>已屏蔽</translation>
        </message>
        <message>
            <source>not yet</source>
            <translation>尚未</translation>
        </message>
    </context>
    <context>
        <name>ColorScale</name>
        <message>
            <source>linear</source>
            <translation>线性</translation>
        </message>
        <message>
            <source>log</source>
            <translation>对数</translation>
        </message>
        <message>
            <source>symlog ±%1</source>
            <translation>对称对数 ±%1</translation>
        </message>
        <message>
            <source>ulp, whole numbers</source>
            <translation>ulp，整数</translation>
        </message>
    </context>
    <context>
        <name>CommandLine</name>
        <message>
            <source>generated inputs</source>
            <translation>生成的输入</translation>
        </message>
        <message>
            <source>softcap</source>
            <translation>softcap</translation>
        </message>
        <message>
            <source>a window mask</source>
            <translation>窗口掩码</translation>
        </message>
        <message>
            <source>The command line has no option for %1: save the session (Ctrl+S), and the command names its file.</source>
            <translation>命令行没有对应“%1”的选项：请先保存会话（Ctrl+S），命令会引用该文件。</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <source>Command palette</source>
            <translation>命令面板</translation>
        </message>
        <message>
            <source>A few letters of what you want to do</source>
            <translation>输入想做之事的几个字母</translation>
        </message>
        <message>
            <source>Search commands</source>
            <translation>搜索命令</translation>
        </message>
        <message>
            <source>No command of that name</source>
            <translation>没有这样的命令</translation>
        </message>
    </context>
    <context>
        <name>CompareView</name>
        <message>
            <source>A: %1. B: %2. Final output, %3.</source>
            <translation>A：%1。B：%2。最终输出，%3。</translation>
        </message>
        <message>
            <source>Go to the first divergence</source>
            <translation>转到首个分歧</translation>
        </message>
        <message>
            <source>Makes its step and its cell current</source>
            <translation>把它的步骤与单元格设为当前</translation>
        </message>
        <message>
            <source>Show the addition in the tree</source>
            <translation>在树中显示该加法</translation>
        </message>
        <message>
            <source>From the first output value that differs down to the node where the two runs part</source>
            <translation>从第一个不同的输出值一直到两次运行分开的节点</translation>
        </message>
        <message>
            <source>What differs in the recipes</source>
            <translation>配方有何不同</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>Choose a second run as B, or an output tensor of the file, to compare with A.</source>
            <translation>选择第二次运行作为 B，或文件中的一个输出张量，与 A 比较。</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation>正在比较…</translation>
        </message>
        <message>
            <source>From the first output value that differs:</source>
            <translation>从第一个不同的输出值起：</translation>
        </message>
        <message>
            <source>%1: A %2, B %3</source>
            <translation>%1：A %2，B %3</translation>
        </message>
        <message>
            <source>recipe field</source>
            <translation>配方字段</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>tensor %1 of the file</source>
            <translation>文件中的张量 %1</translation>
        </message>
        <message>
            <source>%1 on %2</source>
            <translation>%2 上的 %1</translation>
        </message>
        <message>
            <source>, batch %1</source>
            <translation>，批次 %1</translation>
        </message>
        <message>
            <source>, one split</source>
            <translation>，不划分</translation>
        </message>
        <message>
            <source>, %1 splits</source>
            <translation>，%1 份划分</translation>
        </message>
        <message>
            <source>All %1 output values are bit-equal.</source>
            <translation>全部 %1 个输出值逐位相等。</translation>
        </message>
        <message>
            <source>a number against NaN</source>
            <translation>数值对 NaN</translation>
        </message>
        <message>
            <source>at most %1 representable values apart</source>
            <translation>最多相差 %1 个可表示值</translation>
        </message>
        <message>
            <source>%1 of %2 output values differ (%3 %), %4.</source>
            <translation>%2 个输出值中有 %1 个不同(%3 %)，%4。</translation>
        </message>
        <message>
            <source>%1 LSE values differ.</source>
            <translation>%1 个 LSE 值不同。</translation>
        </message>
        <message>
            <source>The plans part first here</source>
            <translation>计划最先在此分开</translation>
        </message>
        <message>
            <source>The bits part first here</source>
            <translation>位最先在此分开</translation>
        </message>
        <message>
            <source>Step %1 · %2</source>
            <translation>步骤 %1 · %2</translation>
        </message>
        <message>
            <source> · key tile %1</source>
            <translation> · 键块 %1</translation>
        </message>
        <message>
            <source>: A %1, B %2</source>
            <translation>:A %1,B %2</translation>
        </message>
        <message>
            <source>A against B</source>
            <translation>A 与 B 的比较</translation>
        </message>
    </context>
    <context>
        <name>DevicesCanvas</name>
        <message>
            <source>Click: make them runs A and B</source>
            <translation>单击：设为运行 A 与 B</translation>
        </message>
        <message>
            <source>Devices</source>
            <translation>设备</translation>
        </message>
    </context>
    <context>
        <name>DevicesDialog</name>
        <message>
            <source>asking the GPU worker …</source>
            <translation>正在询问 GPU 工作程序…</translation>
        </message>
        <message>
            <source>Devices</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>backend</source>
            <translation>后端</translation>
        </message>
        <message>
            <source>device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>compute capability</source>
            <translation>计算能力</translation>
        </message>
        <message>
            <source>SMs</source>
            <translation>SM 数</translation>
        </message>
        <message>
            <source>free memory</source>
            <translation>可用显存</translation>
        </message>
        <message>
            <source>driver, runtime</source>
            <translation>驱动，运行时</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message>
            <source>CUDA %1, %2</source>
            <translation>CUDA %1，%2</translation>
        </message>
        <message>
            <source>absent</source>
            <translation>不可用</translation>
        </message>
        <message>
            <source>All of them give the same bits; Run &gt; Backend chooses.</source>
            <translation>它们给出相同的位；在“运行 &gt; 后端”中选择。</translation>
        </message>
    </context>
    <context>
        <name>DevicesView</name>
        <message>
            <source>%1 SMs</source>
            <translation>%1 个 SM</translation>
        </message>
        <message>
            <source>one split</source>
            <translation>一个划分</translation>
        </message>
        <message>
            <source>keys in %1 splits</source>
            <translation>键分为 %1 个划分</translation>
        </message>
        <message>
            <source>adds %1 products at once, keeps %2 bits</source>
            <translation>一次相加 %1 个乘积，保留 %2 位</translation>
        </message>
        <message>
            <source>one fused multiply-add after another</source>
            <translation>逐个融合乘加</translation>
        </message>
        <message>
            <source>sketch: %1 tiles in one run (model)</source>
            <translation>草图：%1 个块为一段（模型）</translation>
        </message>
        <message>
            <source>sketch: %1 tiles in %2 runs (model)</source>
            <translation>草图：%1 个块分 %2 段（模型）</translation>
        </message>
        <message>
            <source>no third device</source>
            <translation>无第三个设备</translation>
        </message>
        <message>
            <source>Device %1</source>
            <translation>设备 %1</translation>
        </message>
        <message>
            <source>A device to compare A's problem on</source>
            <translation>用来比较 A 的问题的设备</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>The problem is being run on each of the devices …</source>
            <translation>正在各设备上运行该问题 …</translation>
        </message>
        <message>
            <source>%1, same q, k and v</source>
            <translation>%1，相同的 q、k、v</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>differing values</source>
            <translation>不同的值</translation>
        </message>
        <message>
            <source>values</source>
            <translation>值</translation>
        </message>
        <message>
            <source>first step</source>
            <translation>首个步骤</translation>
        </message>
        <message>
            <source>why</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>Devices</source>
            <translation>设备</translation>
        </message>
    </context>
    <context>
        <name>Engine</name>
        <message>
            <source>real launches take at most %1 query rows of %2 columns, there are %3</source>
            <translation>真实启动最多接受 %1 个查询行（每行 %2 列），这里有 %3 行</translation>
        </message>
        <message>
            <source>%1 values of dO, %2 of O and %3 of LSE, expected %4, %4 and %5</source>
            <translation>dO 有 %1 个值，O 有 %2 个，LSE 有 %3 个，应为 %4、%4 和 %5 个</translation>
        </message>
        <message>
            <source>this run has one split: nothing is combined</source>
            <translation>此次运行没有划分：没有可合并的内容</translation>
        </message>
        <message>
            <source>launching: atomics</source>
            <translation>正在启动：原子加</translation>
        </message>
        <message>
            <source>launching: semaphore</source>
            <translation>正在启动：信号量</translation>
        </message>
        <message>
            <source>launching: fixed order</source>
            <translation>正在启动：固定顺序</translation>
        </message>
        <message>
            <source>there are 0 launches, expected at least 1</source>
            <translation>启动次数为 0，至少应为 1</translation>
        </message>
        <message>
            <source>real launches need a GPU: %1</source>
            <translation>真实启动需要 GPU：%1</translation>
        </message>
        <message>
            <source>running the forward pass</source>
            <translation>正在运行前向计算</translation>
        </message>
        <message>
            <source>recording a launch</source>
            <translation>正在记录一次启动</translation>
        </message>
        <message>
            <source>replaying on the CPU</source>
            <translation>正在 CPU 上重放</translation>
        </message>
        <message>
            <source>launches and what is recorded of them</source>
            <translation>启动及其记录</translation>
        </message>
        <message>
            <source>device %1, batch %2: %3</source>
            <translation>设备 %1，批次 %2：%3</translation>
        </message>
        <message>
            <source>device %1, split %2, batch %3: %4</source>
            <translation>设备 %1，划分 %2，批次 %3：%4</translation>
        </message>
        <message>
            <source>query row %1: the problem has rows 0..%2</source>
            <translation>查询行 %1：问题只有行 0..%2</translation>
        </message>
        <message>
            <source>score of key %1: A reads K from key tile %2, B from %3</source>
            <translation>键 %1 的分数：A 从键块 %2 读取 K，B 从 %3 读取</translation>
        </message>
        <message>
            <source>score of key %1, which does not exist and is masked in one run only</source>
            <translation>键 %1 的分数；该键不存在，只在一个运行中被掩蔽</translation>
        </message>
        <message>
            <source>running max after key tile %1</source>
            <translation>键块 %1 之后的运行最大值</translation>
        </message>
        <message>
            <source>rescale factor before key tile %1 is added</source>
            <translation>加入键块 %1 之前的重缩放因子</translation>
        </message>
        <message>
            <source>rescaled accumulator before key tile %1 is added</source>
            <translation>加入键块 %1 之前重缩放后的累加器</translation>
        </message>
        <message>
            <source>exponential of key %1</source>
            <translation>键 %1 的指数</translation>
        </message>
        <message>
            <source>running row sum after key tile %1</source>
            <translation>键块 %1 之后的运行行和</translation>
        </message>
        <message>
            <source>lane %1 of the row sum after key tile %2</source>
            <translation>键块 %2 之后行和的线程道 %1</translation>
        </message>
        <message>
            <source>products of key tile %1 for output column %2: A reads V from key tile %3, B from %4</source>
            <translation>键块 %1 对输出列 %2 的乘积：A 从键块 %3 读取 V，B 从 %4 读取</translation>
        </message>
        <message>
            <source>P before it is multiplied, for output column %1</source>
            <translation>相乘之前的 P，输出列 %1</translation>
        </message>
        <message>
            <source>cast of P at key %1</source>
            <translation>键 %1 处的 P 转换</translation>
        </message>
        <message>
            <source>accumulator of output column %1 as stored after key tile %2</source>
            <translation>键块 %2 之后所存的输出列 %1 的累加器</translation>
        </message>
        <message>
            <source>product group of key %1 of output column %2</source>
            <translation>输出列 %2 中键 %1 的乘积组</translation>
        </message>
        <message>
            <source>product group of keys %1..%2 of output column %3</source>
            <translation>输出列 %3 中键 %1..%2 的乘积组</translation>
        </message>
        <message>
            <source>sum over the lanes of the row</source>
            <translation>该行各线程道之和</translation>
        </message>
        <message>
            <source>division of output column %1 by the row sum</source>
            <translation>输出列 %1 除以行和</translation>
        </message>
        <message>
            <source>merge of the tiles' row sums</source>
            <translation>各块行和的合并</translation>
        </message>
        <message>
            <source>merge of the tiles' output column %1</source>
            <translation>各块输出列 %1 的合并</translation>
        </message>
        <message>
            <source>combine of %1 splits, output column %2</source>
            <translation>%1 份划分的合并，输出列 %2</translation>
        </message>
        <message>
            <source>log-sum-exp of the row</source>
            <translation>该行的 log-sum-exp</translation>
        </message>
        <message>
            <source>score of key %1</source>
            <translation>键 %1 的得分</translation>
        </message>
        <message>
            <source>product group of head-dim column %1 of key %2</source>
            <translation>键 %2 在头维度列 %1 的乘积组</translation>
        </message>
        <message>
            <source>product group of head-dim columns %1..%2 of key %3</source>
            <translation>键 %3 在头维度列 %1..%2 的乘积组</translation>
        </message>
        <message>
            <source>outputs of %1 and %2 values, expected %3 (batch x heads x seqlenQ x headDimV)</source>
            <translation>两个输出分别有 %1 和 %2 个值，应为 %3 个（batch x heads x seqlenQ x headDimV）</translation>
        </message>
        <message>
            <source>A and B are runs on different problems (shapes, scale, mask or format); only runs on the same problem can be compared bit by bit</source>
            <translation>A 与 B 运行的是不同的问题（形状、缩放、掩码或格式）；只有同一问题的运行才能逐位比较</translation>
        </message>
        <message>
            <source>devices: %1 is named twice, expected different ones</source>
            <translation>设备：%1 出现两次，应各不相同</translation>
        </message>
        <message>
            <source>device %1: %2</source>
            <translation>设备 %1：%2</translation>
        </message>
        <message>
            <source>the backward pass of %1 with head dim %2 is not known here, expected the kernel fa2-pytorch or fa2 and a head dim of at most 256</source>
            <translation>此处不知道 %1 在头维度 %2 下的反向传播，应为内核 fa2-pytorch 或 fa2，且头维度不超过 256</translation>
        </message>
        <message>
            <source>the backward pass takes one head dim for q, k and v, the problem has %1 and %2</source>
            <translation>反向传播要求 q、k、v 的头维度相同，而此问题为 %1 和 %2</translation>
        </message>
        <message>
            <source>the backward pass with a softcap is not known here</source>
            <translation>此处不知道带 softcap 的反向传播</translation>
        </message>
        <message>
            <source>the backward pass with scoreScale=%1 and argument=%2 is not known here, expected scores in log2 units</source>
            <translation>此处不知道 scoreScale=%1、argument=%2 时的反向传播，分数应以 log2 为单位</translation>
        </message>
        <message>
            <source>%1 accumulators of dQ, expected at least 1</source>
            <translation>dQ 有 %1 个累加器，应至少为 1 个</translation>
        </message>
        <message>
            <source>the order of arrival names key tile %1, expected each of 0..%2 at most once</source>
            <translation>到达顺序中出现键块 %1，应为 0..%2 中每个至多一次</translation>
        </message>
        <message>
            <source>the order of arrival leaves out key tile %1, which the row needs</source>
            <translation>到达顺序缺少该行需要的键块 %1</translation>
        </message>
        <message>
            <source>row %1: %2 values of dO and %3 of O, expected %4 of each</source>
            <translation>行 %1：dO 有 %2 个值，O 有 %3 个值，应各为 %4 个</translation>
        </message>
        <message>
            <source>column %1 of dQ, expected 0..%2</source>
            <translation>dQ 的列 %1，应为 0..%2</translation>
        </message>
        <message>
            <source>query row %1 sees no key: its dQ is 0</source>
            <translation>查询行 %1 看不到任何键：其 dQ 为 0</translation>
        </message>
        <message>
            <source>column %1 of dQ in row %2: its tree does not end in the run's bits; either the order is another or contributions are subnormal, which atomic additions flush to zero</source>
            <translation>行 %2 中 dQ 的列 %1：其树的结果与运行的位不一致；要么顺序不同，要么贡献为次正规数，原子加法会将其置零</translation>
        </message>
        <message>
            <source>%1 products, expected 1 to %2 for a probe</source>
            <translation>%1 个乘积，探测应为 1 到 %2 个</translation>
        </message>
        <message>
            <source>no other order was named: only dQ has one of its own, by arrival</source>
            <translation>没有指定其他次序：只有 dQ 自带一种，即到达顺序</translation>
        </message>
        <message>
            <source>there is no such sum</source>
            <translation>没有这样的和</translation>
        </message>
        <message>
            <source>rows %1 and %2 with %3 and %4 columns, expected two runs of one row</source>
            <translation>行 %1 和 %2，分别有 %3 列和 %4 列，应为同一行的两次运行</translation>
        </message>
        <message>
            <source>adds key tile %1 (keys %2)</source>
            <translation>加入键块 %1（键 %2）</translation>
        </message>
        <message>
            <source>goes on with %1</source>
            <translation>接着执行 %1</translation>
        </message>
        <message>
            <source>%1 in split %2</source>
            <translation>%1（划分 %2 中）</translation>
        </message>
        <message>
            <source>%1; after keys %2 in both, %3 differs</source>
            <translation>%1；两者处理完键 %2 之后，%3 不同</translation>
        </message>
        <message>
            <source>A %1 first, B %2</source>
            <translation>A 先%1，B 先%2</translation>
        </message>
        <message>
            <source>A %1 next, B %2</source>
            <translation>A 下一步%1，B 下一步%2</translation>
        </message>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>a combined fp16 output holds the counts of at most %1 splits, the run has %2; bf16 holds those of all</source>
            <translation>合并后的 fp16 输出最多能容纳 %1 个分段的计数，而此运行有 %2 个；bf16 可容纳全部</translation>
        </message>
        <message>
            <source>a row sum is probed with scores of different size, which the scale %1 does not make; expected a positive one</source>
            <translation>探测行和需要大小不同的分数，缩放因子 %1 做不到；应为正数</translation>
        </message>
        <message>
            <source>a row sum is probed with exponentials of at most 1, which rescale=%1 does not keep to; expected a threshold of at most %2</source>
            <translation>探测行和要求指数值不超过 1，rescale=%1 不能保证；阈值应不超过 %2</translation>
        </message>
        <message>
            <source>softcap %1 holds the scores too close together for a probe of the row sum, expected at least 34</source>
            <translation>softcap %1 使各分数过于接近，无法探测行和；应不小于 34</translation>
        </message>
        <message>
            <source>with the scale %1 the scores that a probe of the row sum needs are out of range</source>
            <translation>缩放因子为 %1 时，探测行和所需的分数超出范围</translation>
        </message>
        <message>
            <source>fault=%1 is no order of additions, expected a run without a fault to probe</source>
            <translation>fault=%1 不是一种加法顺序；应探测没有故障的运行</translation>
        </message>
        <message>
            <source>%1=exact adds all products without a rounding, so that no order of them can be seen</source>
            <translation>%1=exact 把所有乘积相加而不舍入，因此看不出其顺序</translation>
        </message>
        <message>
            <source>the sum has %1 summands, expected at most %2 for a probe</source>
            <translation>该和有 %1 个加数，探测最多允许 %2 个</translation>
        </message>
        <message>
            <source>with exponentials of 1 for %1 summands the row sum is not their number: the run adds others than the row sees</source>
            <translation>%1 个加数的指数值都为 1 时，行和不等于其个数：运行所加的并非该行可见的键</translation>
        </message>
        <message>
            <source>the sum has %1 summands, of which %2 can be counted in %3</source>
            <translation>该和有 %1 个加数，其中 %2 个能用 %3 计数</translation>
        </message>
        <message>
            <source>query row %1 of head %2, batch entry %3 sees no key: nothing is added</source>
            <translation>批次项 %3、头 %2 的查询行 %1 看不到任何键：没有加法</translation>
        </message>
        <message>
            <source>%1 products at once</source>
            <translation>每次取 %1 个</translation>
        </message>
        <message>
            <source>%1 and %2</source>
            <translation>%1 和 %2</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1，%2</translation>
        </message>
        <message>
            <source>%1 products</source>
            <translation>先后取 %1 个</translation>
        </message>
        <message>
            <source>(%1) adds %2 and keeps %3 bits</source>
            <translation>(%1) 累加乘积时%2，保留 %3 位</translation>
        </message>
        <message>
            <source>adds one product at a time by fp32 fma</source>
            <translation>用 fp32 fma 逐个累加乘积</translation>
        </message>
        <message>
            <source>rounds every dot product once</source>
            <translation>每个点积只舍入一次</translation>
        </message>
        <message>
            <source>visits key tiles from first to last</source>
            <translation>从第一个到最后一个访问键块</translation>
        </message>
        <message>
            <source>visits key tiles from last to first</source>
            <translation>从最后一个到第一个访问键块</translation>
        </message>
        <message>
            <source>visits partly masked blocks first, then full ones</source>
            <translation>先访问部分屏蔽的块，再访问完整的块</translation>
        </message>
        <message>
            <source>visits key tiles in the order %1</source>
            <translation>按 %1 的顺序访问键块</translation>
        </message>
        <message>
            <source>scales a score by one factor, scale * log2(e)</source>
            <translation>用一个因子 scale * log2(e) 缩放得分</translation>
        </message>
        <message>
            <source>scales a score by one factor, scale * log2(e) rounded from fp32</source>
            <translation>用一个因子 scale * log2(e) 缩放分数，该因子由 fp32 舍入而来</translation>
        </message>
        <message>
            <source>scales a score by scale, rounds, then by log2(e)</source>
            <translation>先用 scale 缩放得分并舍入，再乘 log2(e)</translation>
        </message>
        <message>
            <source>scales a score by scale only, the exponential brings log2(e)</source>
            <translation>只用 scale 缩放得分，log2(e) 由指数函数带入</translation>
        </message>
        <message>
            <source>multiplies q and k by sqrt(scale) each before their product</source>
            <translation>在相乘之前把 q 和 k 各乘以 sqrt(scale)</translation>
        </message>
        <message>
            <source>rounds the scaled score before it subtracts the max</source>
            <translation>先舍入缩放后的得分，再减最大值</translation>
        </message>
        <message>
            <source>scales a score and subtracts the max in one fma</source>
            <translation>用一次 fma 缩放得分并减最大值</translation>
        </message>
        <message>
            <source>uses one fma in fully visible blocks and rounds before it subtracts in others</source>
            <translation>在完全可见的块中用一次 fma，在其他块中先舍入再相减</translation>
        </message>
        <message>
            <source>subtracts the max in natural-log units</source>
            <translation>以自然对数单位减最大值</translation>
        </message>
        <message>
            <source>scales the difference of the maxima for alpha</source>
            <translation>计算 alpha 时缩放最大值之差</translation>
        </message>
        <message>
            <source>subtracts scaled maxima for alpha</source>
            <translation>计算 alpha 时用缩放后的最大值相减</translation>
        </message>
        <message>
            <source>subtracts maxima in log2 units for alpha</source>
            <translation>计算 alpha 时以 log2 单位将最大值相减</translation>
        </message>
        <message>
            <source>subtracts maxima in natural-log units for alpha</source>
            <translation>计算 alpha 时以自然对数单位将最大值相减</translation>
        </message>
        <message>
            <source>takes the hardware's ex2</source>
            <translation>使用硬件的 ex2</translation>
        </message>
        <message>
            <source>takes a polynomial of degree 6 for 2^x</source>
            <translation>用六次多项式计算 2^x</translation>
        </message>
        <message>
            <source>takes a polynomial of degree 3 for 2^x in %1 columns of a tile, ex2 in the others</source>
            <translation>块中 %1 列的 2^x 取 3 次多项式，其余取 ex2</translation>
        </message>
        <message>
            <source>rounds 2^x correctly</source>
            <translation>对 2^x 正确舍入</translation>
        </message>
        <message>
            <source>takes CUDA's expf</source>
            <translation>取 CUDA 的 expf</translation>
        </message>
        <message>
            <source>sums a row in the 4 lanes of a quad</source>
            <translation>在四线程组的 4 个线程道中对一行求和</translation>
        </message>
        <message>
            <source>sums a row in one lane</source>
            <translation>在一个线程道中对一行求和</translation>
        </message>
        <message>
            <source>sums a row in %1 lanes, every lane each %2th column</source>
            <translation>在 %1 个线程道中对一行求和，每个线程道每隔 %2 列取一列</translation>
        </message>
        <message>
            <source>joins a lane's first p to the rescaled running sum by fma, then adds the others</source>
            <translation>用 fma 把线程道的第一个 p 并入重缩放后的运行和，再加其余的 p</translation>
        </message>
        <message>
            <source>rescales a lane's running sum, rounds, then adds the p</source>
            <translation>重缩放线程道的运行和并舍入，再加各个 p</translation>
        </message>
        <message>
            <source>sums a lane's p of a tile first, then joins the running sum by fma</source>
            <translation>先对线程道在一个块中的 p 求和，再用 fma 并入运行和</translation>
        </message>
        <message>
            <source>sums a row's p of a tile first, then joins the running sum by fma</source>
            <translation>先对一行在一个块中的 p 求和，再用 fma 并入运行和</translation>
        </message>
        <message>
            <source>rescales a row's running sum, rounds, then adds the tile's parts</source>
            <translation>重缩放一行的运行和并舍入，再加该块的各部分</translation>
        </message>
        <message>
            <source>rescales a row's running sum, rounds, and goes on from it in the first lane</source>
            <translation>先缩放行的累计和并舍入，再在第一个线程道中由此继续累加</translation>
        </message>
        <message>
            <source>adds lanes with the high offset first, (l0+l2)+(l1+l3)</source>
            <translation>线程道相加先用大距离，(l0+l2)+(l1+l3)</translation>
        </message>
        <message>
            <source>adds lanes with the low offset first, (l0+l1)+(l2+l3)</source>
            <translation>线程道相加先用小距离，(l0+l1)+(l2+l3)</translation>
        </message>
        <message>
            <source>adds eight lanes as ((l0+l2)+(l4+l6))+((l1+l3)+(l5+l7))</source>
            <translation>八个线程道按 ((l0+l2)+(l4+l6))+((l1+l3)+(l5+l7)) 相加</translation>
        </message>
        <message>
            <source>multiplies the output by the rounded 1/l</source>
            <translation>输出乘以舍入后的 1/l</translation>
        </message>
        <message>
            <source>multiplies the output by the hardware's rcp(l)</source>
            <translation>输出乘以硬件的 rcp(l)</translation>
        </message>
        <message>
            <source>divides the output by l</source>
            <translation>输出除以 l</translation>
        </message>
        <message>
            <source>divides P by l before the product with V</source>
            <translation>在与 V 相乘之前把 P 除以 l</translation>
        </message>
        <message>
            <source>writes 0 for a row that sees no key</source>
            <translation>看不到任何键的行写入 0</translation>
        </message>
        <message>
            <source>writes NaN for a row that sees no key</source>
            <translation>看不到任何键的行写入 NaN</translation>
        </message>
        <message>
            <source>leaves the accumulator of a row that sees no key as it is</source>
            <translation>看不到任何键的行，累加器保持不变</translation>
        </message>
        <message>
            <source>has none</source>
            <translation>没有故障</translation>
        </message>
        <message>
            <source>multiplies Q in key tile %1 of the visiting order with the K of the tile before</source>
            <translation>在访问次序的键块 %1 中，用前一块的 K 与 Q 相乘</translation>
        </message>
        <message>
            <source>multiplies P in key tile %1 of the visiting order with the V of the tile before</source>
            <translation>在访问次序的键块 %1 中，用前一块的 V 与 P 相乘</translation>
        </message>
        <message>
            <source>does not mask the keys beyond the last one, they count with score 0</source>
            <translation>不掩蔽最后一个键之后的键，它们以分数 0 计入</translation>
        </message>
        <message>
            <source>keeps a running max and sum over the key tiles</source>
            <translation>跨键块维护运行最大值与运行和</translation>
        </message>
        <message>
            <source>works on every key tile alone and merges them at the end</source>
            <translation>各键块独立计算，最后合并</translation>
        </message>
        <message>
            <source>does not split the keys</source>
            <translation>不划分键</translation>
        </message>
        <message>
            <source>splits the keys in %1</source>
            <translation>把键划分成 %1 份</translation>
        </message>
        <message>
            <source>takes key tiles of %1 keys</source>
            <translation>每个键块取 %1 个键</translation>
        </message>
        <message>
            <source>merges tiles in the order in which they arrived, %1</source>
            <translation>按各块到达的次序合并各块：%1</translation>
        </message>
        <message>
            <source>merges tiles by %1, %2 parts</source>
            <translation>按 %1 合并各块，共 %2 个部分</translation>
        </message>
        <message>
            <source>merges tiles by %1</source>
            <translation>按 %1 合并各块</translation>
        </message>
        <message>
            <source>leaves P in fp32</source>
            <translation>P 保持 fp32</translation>
        </message>
        <message>
            <source>rounds P to %1</source>
            <translation>把 P 舍入到 %1</translation>
        </message>
        <message>
            <source>keeps the accumulator in %1 between tiles</source>
            <translation>块与块之间累加器以 %1 保存</translation>
        </message>
        <message>
            <source>sums a tile's P.V onto the output accumulator</source>
            <translation>块的 P·V 直接累加到输出累加器上</translation>
        </message>
        <message>
            <source>sums a tile's P.V apart, then adds it to the output</source>
            <translation>块的 P·V 单独求和，再加到输出上</translation>
        </message>
        <message>
            <source>sums P.V of all keys of a tile in one accumulator</source>
            <translation>把一个分块中所有键的 P.V 累加到同一个累加器</translation>
        </message>
        <message>
            <source>shares the keys of a tile out to %1 warps</source>
            <translation>把一个分块的键分给 %1 个 warp</translation>
        </message>
        <message>
            <source>rescales whenever the max grows</source>
            <translation>最大值一增大就缩放</translation>
        </message>
        <message>
            <source>keeps the max while it grows by no more than %1 in log2 units</source>
            <translation>最大值的增长不超过 %1（log2 单位）时保持不变</translation>
        </message>
        <message>
            <source>keeps the max of raw scores</source>
            <translation>对原始得分取运行最大值</translation>
        </message>
        <message>
            <source>keeps the max of scaled scores</source>
            <translation>对缩放后的得分取运行最大值</translation>
        </message>
        <message>
            <source>reads the tables of %1</source>
            <translation>读取 %1 的表</translation>
        </message>
        <message>
            <source>sums a whole key tile together</source>
            <translation>对整个键块一起求和</translation>
        </message>
        <message>
            <source>sums every %1 columns of a tile on their own</source>
            <translation>对块中每 %1 列单独求和</translation>
        </message>
        <message>
            <source>adds inside a lane one after another</source>
            <translation>线程道内逐个相加</translation>
        </message>
        <message>
            <source>adds inside a lane pair by pair</source>
            <translation>线程道内两两相加</translation>
        </message>
        <message>
            <source>adds the lanes once at the end</source>
            <translation>最后一次性把各线程道相加</translation>
        </message>
        <message>
            <source>adds the lanes after every key tile</source>
            <translation>每个键块之后把各线程道相加</translation>
        </message>
        <message>
            <source>adds the splits in the order in which they arrived, %1</source>
            <translation>按各划分到达的次序把它们相加：%1</translation>
        </message>
        <message>
            <source>adds the splits' weights by %1</source>
            <translation>按 %1 把各划分的权重相加</translation>
        </message>
        <message>
            <source>combines splits with CUDA's expf and logf</source>
            <translation>用 CUDA 的 expf 和 logf 合并划分</translation>
        </message>
        <message>
            <source>combines splits with the expf and logf of fast math</source>
            <translation>用快速数学的 expf 和 logf 合并划分</translation>
        </message>
        <message>
            <source>flushes subnormal exponentials to 0</source>
            <translation>把次正规的指数置为 0</translation>
        </message>
        <message>
            <source>keeps subnormal exponentials</source>
            <translation>保留次正规的指数</translation>
        </message>
        <message>
            <source>takes the hardware's lg2 for the log-sum-exp</source>
            <translation>log-sum-exp 取硬件的 lg2</translation>
        </message>
        <message>
            <source>takes CUDA's log2f for the log-sum-exp</source>
            <translation>log-sum-exp 取 CUDA 的 log2f</translation>
        </message>
        <message>
            <source>tells full from partial in mask blocks of %1</source>
            <translation>按 %1 的掩码块区分完整与部分</translation>
        </message>
        <message>
            <source>takes query tiles of %1 rows</source>
            <translation>每个查询块取 %1 行</translation>
        </message>
        <message>
            <source>A %1; B %2</source>
            <translation>A %1；B %2</translation>
        </message>
        <message>
            <source>Q.K: %1</source>
            <translation>Q·K：%1</translation>
        </message>
        <message>
            <source>Q.K and P.V: %1</source>
            <translation>Q·K 与 P·V：%1</translation>
        </message>
        <message>
            <source>A fault, not rounding: %1</source>
            <translation>是故障，不是舍入：%1</translation>
        </message>
        <message>
            <source>P.V: %1</source>
            <translation>P·V：%1</translation>
        </message>
        <message>
            <source>%1. %2</source>
            <translation>%1。%2</translation>
        </message>
        <message>
            <source>batch %1, head %2: the problem has %3 and %4</source>
            <translation>批次项 %1、头 %2：问题只有 %3 个批次项、%4 个头</translation>
        </message>
        <message>
            <source>there is no order '%1'</source>
            <translation>没有次序 '%1'</translation>
        </message>
        <message>
            <source>query row %1 of head %2, batch entry %3</source>
            <translation>批次项 %3、头 %2 的查询行 %1</translation>
        </message>
        <message>
            <source>this recipe keeps a running sum: only a sketch (form=sketch) merges key tiles</source>
            <translation>此配方维护运行和：只有草图（form=sketch）才合并键块</translation>
        </message>
        <message>
            <source>dQ is no sum of the forward pass, which alone has a plan of steps</source>
            <translation>dQ 不是前向传播中的求和，只有前向传播有步骤计划</translation>
        </message>
        <message>
            <source>split %1, expected 0..%2</source>
            <translation>划分 %1，应为 0..%2</translation>
        </message>
        <message>
            <source>%1 sees no key in this split: nothing is added</source>
            <translation>%1 在该划分中看不到任何键：没有加法</translation>
        </message>
        <message>
            <source>%1 sees no key: nothing is added</source>
            <translation>%1 看不到任何键：没有加法</translation>
        </message>
        <message>
            <source>key %1, expected 0..%2</source>
            <translation>键 %1，应为 0..%2</translation>
        </message>
        <message>
            <source>output column %1, expected 0..%2</source>
            <translation>输出列 %1，应为 0..%2</translation>
        </message>
        <message>
            <source>query row %1 does not see key %2</source>
            <translation>查询行 %1 看不到键 %2</translation>
        </message>
        <message>
            <source>the sum replayed for %1 is %2, the run has %3: the row trace belongs to another run</source>
            <translation>为 %1 重放的和是 %2，运行中是 %3：该行轨迹属于另一次运行</translation>
        </message>
        <message>
            <source>key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>dimension</source>
            <translation>维</translation>
        </message>
        <message>
            <source>the row trace of %1 visits other key tiles: it belongs to another run</source>
            <translation>%1 的行轨迹访问的是其他键块：它属于另一次运行</translation>
        </message>
        <message>
            <source>combine of the splits' outputs, column %1</source>
            <translation>各划分输出的合并，第 %1 列</translation>
        </message>
        <message>
            <source>sum of the splits' weights</source>
            <translation>各划分权重之和</translation>
        </message>
        <message>
            <source>merge of the key tiles' outputs, column %1</source>
            <translation>各键块输出的归并，第 %1 列</translation>
        </message>
        <message>
            <source>merge of the key tiles' sums</source>
            <translation>各键块之和的归并</translation>
        </message>
        <message>
            <source>output accumulator, column %1</source>
            <translation>输出累加器，第 %1 列</translation>
        </message>
        <message>
            <source>row sum</source>
            <translation>行和</translation>
        </message>
        <message>
            <source>dQ, column %1</source>
            <translation>dQ，列 %1</translation>
        </message>
        <message>
            <source>%1 of split %2</source>
            <translation>划分 %2 的 %1</translation>
        </message>
        <message>
            <source>the orders part here: A adds %1, B %2</source>
            <translation>次序在此分开：A 相加 %1，B 相加 %2</translation>
        </message>
        <message>
            <source>the same summands, other rescale factors: the running maxima differ</source>
            <translation>加数相同，缩放因子不同：累计最大值不同</translation>
        </message>
        <message>
            <source>the same summands, another result</source>
            <translation>加数相同，结果不同</translation>
        </message>
        <message>
            <source>the same summands, another arithmetic: %1</source>
            <translation>加数相同，算术不同：%1</translation>
        </message>
        <message>
            <source>output, column %1</source>
            <translation>输出，第 %1 列</translation>
        </message>
        <message>
            <source>one keeps a running sum over key tiles, the other merges them at the end</source>
            <translation>一个在键块间保持累计和，另一个最后归并</translation>
        </message>
        <message>
            <source>A splits the keys in %1, B in %2: their sums have no parts in common from here</source>
            <translation>A 把键分为 %1 份，B 分为 %2 份：从此处起各自的和没有共同部分</translation>
        </message>
        <message>
            <source>accumulator and row sum are equal: the final scaling or rounding differs</source>
            <translation>累加器与行和相等：最后的缩放或舍入不同</translation>
        </message>
        <message>
            <source>this sum is equal in both: what is made of it differs</source>
            <translation>此和两者相等：由它得出的不同</translation>
        </message>
        <message>
            <source>A and B do not add the same summands here</source>
            <translation>A 与 B 在此相加的加数不同</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>the summands themselves differ</source>
            <translation>加数本身不同</translation>
        </message>
        <message>
            <source>the scores are equal, the maximum that they are relative to is not</source>
            <translation>分数相等，但其相对的最大值不同</translation>
        </message>
        <message>
            <source>the scores are equal, their exponentials are not: %1</source>
            <translation>分数相等，其指数值不同：%1</translation>
        </message>
        <message>
            <source>the traces are of two query rows, expected one</source>
            <translation>轨迹属于两个查询行，应为同一行</translation>
        </message>
        <message>
            <source>mask '%1': expected none, causal-top-left, causal-bottom-right or window:LEFT,RIGHT</source>
            <translation>掩码 '%1'：应为 none、causal-top-left、causal-bottom-right 或 window:LEFT,RIGHT</translation>
        </message>
        <message>
            <source>%1 %2 is outside the problem, expected 0..%3</source>
            <translation>%1 %2 超出问题范围，应为 0..%3</translation>
        </message>
        <message>
            <source>batch entry</source>
            <translation>批次条目</translation>
        </message>
        <message>
            <source>head</source>
            <translation>头</translation>
        </message>
        <message>
            <source>query row</source>
            <translation>查询行</translation>
        </message>
        <message>
            <source>problem: %1 is %2, expected at least 1</source>
            <translation>问题：%1 为 %2，应至少为 1</translation>
        </message>
        <message>
            <source>problem: %1 query heads cannot share %2 KV heads, expected a multiple</source>
            <translation>问题：%1 个查询头无法共用 %2 个 KV 头，应为其整数倍</translation>
        </message>
        <message>
            <source>problem: scale is not a finite number</source>
            <translation>问题：scale 不是有限数</translation>
        </message>
        <message>
            <source>problem: softcap must be positive and finite, or 0 for off</source>
            <translation>问题：softcap 必须为有限正数，或为 0 表示关闭</translation>
        </message>
        <message>
            <source>problem: %1 key lengths, expected one for each of %2 batch entries</source>
            <translation>问题：有 %1 个键长度，应为 %2 个批次项各一个</translation>
        </message>
        <message>
            <source>problem: key length %1 is outside 0..%2</source>
            <translation>问题：键长度 %1 超出 0..%2</translation>
        </message>
        <message>
            <source>tensor %1 has %2 values, expected %3</source>
            <translation>张量 %1 有 %2 个值，应为 %3 个</translation>
        </message>
        <message>
            <source>a power of two from 1 to 64</source>
            <translation>1 到 64 之间的 2 的幂</translation>
        </message>
        <message>
            <source>a number from 0 to 126</source>
            <translation>0 到 126 之间的数</translation>
        </message>
        <message>
            <source>a whole number of at least 1</source>
            <translation>不小于 1 的整数</translation>
        </message>
        <message>
            <source>a whole number</source>
            <translation>整数</translation>
        </message>
        <message>
            <source>recipe has no field '%1', expected one of %2</source>
            <translation>配方没有字段 '%1'，应为以下之一：%2</translation>
        </message>
        <message>
            <source>recipe field %1: '%2', expected %3</source>
            <translation>配方字段 %1：'%2'，应为 %3</translation>
        </message>
        <message>
            <source>recipe field %1: '%2', expected %3, where &lt;n&gt; is %4</source>
            <translation>配方字段 %1：“%2”，应为 %3，其中 &lt;n&gt; 是%4</translation>
        </message>
        <message>
            <source>recipe field %1: %2, expected %3..%4</source>
            <translation>配方字段 %1：%2，应为 %3..%4</translation>
        </message>
        <message>
            <source>recipe field warpColumns: %1, expected a divisor of tileN %2</source>
            <translation>配方字段 warpColumns：%1，应为 tileN %2 的约数</translation>
        </message>
        <message>
            <source>recipe field keyWarps: %1, expected 1, 2, 4 or 8</source>
            <translation>配方字段 keyWarps：%1，应为 1、2、4 或 8</translation>
        </message>
        <message>
            <source>recipe field keyWarps: %1, expected a divisor of tileN %2</source>
            <translation>配方字段 keyWarps：%1，应为 tileN %2 的约数</translation>
        </message>
        <message>
            <source>recipe field %1: %2 needs %3=%4, found %5</source>
            <translation>配方字段 %1：%2 需要 %3=%4，现为 %5</translation>
        </message>
        <message>
            <source>laneLocalFma, rowFma or rowMulAdd</source>
            <translation>laneLocalFma、rowFma 或 rowMulAdd</translation>
        </message>
        <message>
            <source>natural or operands</source>
            <translation>natural 或 operands</translation>
        </message>
        <message>
            <source>fp32-fma or exact</source>
            <translation>fp32-fma 或 exact</translation>
        </message>
        <message>
            <source>unfused, fused or fusedFullBlocks</source>
            <translation>unfused、fused 或 fusedFullBlocks</translation>
        </message>
        <message>
            <source>folded, foldedFp32 or twoStep</source>
            <translation>folded、foldedFp32 或 twoStep</translation>
        </message>
        <message>
            <source>ieeeReciprocal or rcp</source>
            <translation>ieeeReciprocal 或 rcp</translation>
        </message>
        <message>
            <source>recipe field split: the sketch has no splits (none); its crossTile orders the tiles</source>
            <translation>配方字段 split：草图没有划分（none）；各块的顺序由 crossTile 决定</translation>
        </message>
        <message>
            <source>recipe field fault: %1, expected 1 or more behind the colon: the key tile that is visited first (0) has none before it whose data could be left</source>
            <translation>配方字段 fault：%1，冒号后应为 1 或更大：最先访问的键块（0）之前没有可残留数据的块</translation>
        </message>
        <message>
            <source>recipe field exp: column %1, expected 0..%2: a tile has %3 columns, of which the first 128 can be listed</source>
            <translation>配方字段 exp：列 %1，应为 0..%2：一个块有 %3 列，其中前 128 列可以列出</translation>
        </message>
        <message>
            <source>recipe field %1: index %2 in the list is negative or repeated</source>
            <translation>配方字段 %1：列表中的索引 %2 为负或重复</translation>
        </message>
        <message>
            <source>the CUDA engine is not available: %1</source>
            <translation>CUDA 引擎不可用：%1</translation>
        </message>
        <message>
            <source>the GPU is there</source>
            <translation>有可用的 GPU</translation>
        </message>
        <message>
            <source>the saved state belongs to another backend</source>
            <translation>保存的状态属于另一个后端</translation>
        </message>
        <message>
            <source>%1 does not exist yet: it is formed by %2</source>
            <translation>%1 尚不存在：它由 %2 产生</translation>
        </message>
        <message>
            <source>real launches take tensors of fp16 or bf16, the problem has %1</source>
            <translation>真实启动接受 fp16 或 bf16 张量，此问题为 %1</translation>
        </message>
        <message>
            <source>this GPU's tensor core does not add as that of %1 does, so its dQ cannot be launched here</source>
            <translation>此 GPU 的张量核心与 %1 的加法方式不同，因此无法在这里启动其 dQ</translation>
        </message>
        <message>
            <source>dQ is launched with this GPU's own ex2, which is not known to be that of %1</source>
            <translation>dQ 以此 GPU 自身的 ex2 启动，尚不知它是否与 %1 的相同</translation>
        </message>
        <message>
            <source>there is no launch of dQ with head dim %1 in blocks of %2 x %3</source>
            <translation>没有头维度 %1、块大小 %2 x %3 的 dQ 启动</translation>
        </message>
        <message>
            <source>the GPU worker answered with %1 bytes of %2, expected %3</source>
            <translation>GPU 工作程序返回了 %1 字节的 %2，应为 %3 字节</translation>
        </message>
        <message>
            <source>there are 0 orders, expected at least 1</source>
            <translation>有 0 个次序，应至少为 1 个</translation>
        </message>
        <message>
            <source>the CUDA engine adds at most %1 such partial results, there are %2</source>
            <translation>CUDA 引擎最多累加 %1 个这样的部分结果，现有 %2 个</translation>
        </message>
        <message>
            <source>the CUDA engine does not execute %1; the CPU does</source>
            <translation>CUDA 引擎不能执行%1；CPU 可以</translation>
        </message>
        <message>
            <source>tensors of %1</source>
            <translation>%1 张量</translation>
        </message>
        <message>
            <source>operands of %1</source>
            <translation>%1 的操作数</translation>
        </message>
        <message>
            <source>a tensor core with faults or 16-bit results</source>
            <translation>带故障或 16 位结果的张量核心</translation>
        </message>
        <message>
            <source>a recipe with %1=%2</source>
            <translation>%1=%2 的配方</translation>
        </message>
        <message>
            <source>more than %1 splits</source>
            <translation>多于 %1 份的划分</translation>
        </message>
        <message>
            <source>the merge trees of this sketch are too large for the CUDA engine; the CPU executes it</source>
            <translation>该草图的合并树对 CUDA 引擎来说过大；由 CPU 执行</translation>
        </message>
        <message>
            <source>this run needs %1 of GPU memory for its tensors and one query tile, %2 are free; the CPU gives the same bits</source>
            <translation>该运行的张量与一个查询块需要 %1 显存，可用 %2；CPU 给出相同的位</translation>
        </message>
        <message>
            <source>this run has %1 work tiles, more than one measured launch holds</source>
            <translation>此运行有 %1 个工作块，超过一次测量启动所能容纳的数量</translation>
        </message>
        <message>
            <source>there are few orders</source>
            <translation>次序不多</translation>
        </message>
        <message>
            <source>a schedule is measured on a GPU, where one kernel runs whole work tiles; this run is executed step by step</source>
            <translation>调度须在 GPU 上测量，且由一个内核执行整个工作块；此运行是逐步执行的</translation>
        </message>
        <message>
            <source>running max and sum of each tile are of kernels with an online softmax; '%1' has none</source>
            <translation>每个块的运行最大值与和属于在线 softmax 的内核；'%1' 没有</translation>
        </message>
        <message>
            <source>the GPU worker %1</source>
            <translation>GPU 工作程序%1</translation>
        </message>
        <message>
            <source>does not answer as it should; reinstall Ulpscope</source>
            <translation>的回答不正常；请重新安装 Ulpscope</translation>
        </message>
        <message>
            <source>there is no NVIDIA driver on this machine</source>
            <translation>本机没有 NVIDIA 驱动</translation>
        </message>
        <message>
            <source>the NVIDIA driver is too old: it is for CUDA %1, CUDA %2 is needed</source>
            <translation>NVIDIA 驱动过旧：它支持 CUDA %1，需要 CUDA %2</translation>
        </message>
        <message>
            <source>the NVIDIA driver finds no GPU</source>
            <translation>NVIDIA 驱动没有找到 GPU</translation>
        </message>
        <message>
            <source>the GPU cannot be used: %1</source>
            <translation>无法使用 GPU：%1</translation>
        </message>
        <message>
            <source>is gone, and this run with it: %1</source>
            <translation>已不在，该运行随之结束：%1</translation>
        </message>
        <message>
            <source>does not speak Ulpscope's protocol</source>
            <translation>不使用 Ulpscope 的协议</translation>
        </message>
        <message>
            <source>speaks version %1 of the protocol, version %2 is needed: install both from the same release</source>
            <translation>使用第 %1 版协议，需要第 %2 版：请安装同一版本的两个程序</translation>
        </message>
        <message>
            <source>answered something else than it was asked</source>
            <translation>所答非所问</translation>
        </message>
        <message>
            <source>the GPU has %1 free, %2 more are needed</source>
            <translation>GPU 可用 %1，还需要 %2</translation>
        </message>
        <message>
            <source>lost its GPU: %1</source>
            <translation>失去了 GPU：%1</translation>
        </message>
        <message>
            <source>refused: %1</source>
            <translation>拒绝了：%1</translation>
        </message>
        <message>
            <source>%1 nor %2</source>
            <translation>%1，也没有 %2</translation>
        </message>
        <message>
            <source>the program ulpscope-cuda is not installed: there is no %1</source>
            <translation>没有安装程序 ulpscope-cuda：没有 %1</translation>
        </message>
        <message>
            <source>the GPU worker cannot be started: %1: %2</source>
            <translation>无法启动 GPU 工作程序：%1：%2</translation>
        </message>
        <message>
            <source>closed its connection</source>
            <translation>关闭了连接</translation>
        </message>
        <message>
            <source>died (%1)</source>
            <translation>已终止(%1)</translation>
        </message>
        <message>
            <source>ended by itself with status %1</source>
            <translation>自行结束，状态为 %1</translation>
        </message>
        <message>
            <source>takes no commands any more and was ended</source>
            <translation>不再接受命令，已被结束</translation>
        </message>
        <message>
            <source>stopped in the middle of an answer and was ended</source>
            <translation>回答到一半停下，已被结束</translation>
        </message>
        <message>
            <source>did not stop in time and was ended</source>
            <translation>没有及时停止，已被结束</translation>
        </message>
        <message>
            <source>did not answer for %1 s and was ended</source>
            <translation>%1 秒没有回答，已被结束</translation>
        </message>
        <message>
            <source>GPUs are used on Linux only</source>
            <translation>只在 Linux 上使用 GPU</translation>
        </message>
        <message>
            <source>%1: cannot be made (%2)</source>
            <translation>%1：无法创建（%2）</translation>
        </message>
        <message>
            <source>%1: holds %2, more than the %3 of memory of this machine</source>
            <translation>%1：含 %2，超过本机的内存 %3</translation>
        </message>
        <message>
            <source>%1: there is no such file</source>
            <translation>%1：没有这个文件</translation>
        </message>
        <message>
            <source>cannot be opened</source>
            <translation>无法打开</translation>
        </message>
        <message>
            <source>is a directory, not a file</source>
            <translation>是目录，不是文件</translation>
        </message>
        <message>
            <source>is a device or a pipe; only regular files can be read</source>
            <translation>是设备或管道；只能读取普通文件</translation>
        </message>
        <message>
            <source>became shorter while it was read</source>
            <translation>读取过程中变短了</translation>
        </message>
        <message>
            <source>cannot be read</source>
            <translation>无法读取</translation>
        </message>
        <message>
            <source>cannot be written</source>
            <translation>无法写入</translation>
        </message>
        <message>
            <source>cannot be written: it is a directory</source>
            <translation>无法写入：它是目录</translation>
        </message>
        <message>
            <source>cannot be written: it is a device or a pipe, not a regular file</source>
            <translation>无法写入：它是设备或管道，不是普通文件</translation>
        </message>
        <message>
            <source>%1: cannot be written: there is no directory %2</source>
            <translation>%1：无法写入：没有目录 %2</translation>
        </message>
        <message>
            <source>cannot be written: directory %1 takes no new file</source>
            <translation>无法写入：目录 %1 中不能新建文件</translation>
        </message>
        <message>
            <source>could not be written, and is as it was before</source>
            <translation>未能写入，内容保持原样</translation>
        </message>
        <message>
            <source>holds %1, more than the %2 that such a file may have</source>
            <translation>含 %1，超过此类文件的上限 %2</translation>
        </message>
        <message>
            <source>generator kind %1 is not one of %2</source>
            <translation>生成器类型 %1 不在以下之列：%2</translation>
        </message>
        <message>
            <source>generator gain must be a finite number</source>
            <translation>生成器的 gain 必须是有限数</translation>
        </message>
        <message>
            <source>generated %1: shape %2 must be positive sizes of batch, heads, sequence and head dim that fit in memory</source>
            <translation>生成的 %1：形状 %2 必须是批次、头、序列与头维度的正尺寸，且内存容得下</translation>
        </message>
        <message>
            <source>generator '%1' counts to %2, but %3 holds whole numbers only to %4; choose a wider type or fewer of them</source>
            <translation>生成器 '%1' 数到 %2，但 %3 只能精确表示到 %4 的整数；请选更宽的类型或减少个数</translation>
        </message>
        <message>
            <source>generator 'order' needs 2^26, which %1 cannot hold; choose bf16 or fp32</source>
            <translation>生成器 'order' 需要 2^26，%1 无法表示；请选 bf16 或 fp32</translation>
        </message>
        <message>
            <source>generator 'nan-outside' needs key lengths: without them no key lies outside</source>
            <translation>生成器 'nan-outside' 需要键长度：没有它就没有键位于范围之外</translation>
        </message>
        <message>
            <source>generator 'nan-outside' got %1 key lengths for batch %2</source>
            <translation>生成器 'nan-outside' 得到 %1 个键长度，而批次为 %2</translation>
        </message>
        <message>
            <source>key length %1 is not between 0 and the %2 keys there are</source>
            <translation>键长度 %1 不在 0 与现有的 %2 个键之间</translation>
        </message>
        <message>
            <source>generated inputs are fp16, bf16 or fp32, not %1</source>
            <translation>生成的输入为 fp16、bf16 或 fp32，不能是 %1</translation>
        </message>
        <message>
            <source>generated inputs</source>
            <translation>生成的输入</translation>
        </message>
        <message>
            <source>a generator must be an object with a kind</source>
            <translation>生成器必须是带有 kind 的对象</translation>
        </message>
        <message>
            <source>a generator must have a kind, which is a string</source>
            <translation>生成器必须有 kind，且为字符串</translation>
        </message>
        <message>
            <source>generator %1 has no %2</source>
            <translation>生成器 %1 没有 %2</translation>
        </message>
        <message>
            <source>generator seed must be a whole number from 0 to 2^64 - 1</source>
            <translation>生成器的 seed 必须是 0 到 2^64 - 1 的整数</translation>
        </message>
        <message>
            <source>expected top-left or bottom-right, found %1</source>
            <translation>应为 top-left 或 bottom-right，却是 %1</translation>
        </message>
        <message>
            <source>expected two integers such as (128, 0), found %1</source>
            <translation>应为两个整数，如 (128, 0)，却是 %1</translation>
        </message>
        <message>
            <source>expected a whole number from 1 to 1,000,000, found %1</source>
            <translation>应为 1 到 1,000,000 之间的整数，实为 %1</translation>
        </message>
        <message>
            <source>metadata %1: %2</source>
            <translation>元数据 %1：%2</translation>
        </message>
        <message>
            <source>expected True or False, found %1</source>
            <translation>应为 True 或 False，却是 %1</translation>
        </message>
        <message>
            <source>expected a finite decimal number such as 0.125, found %1</source>
            <translation>应为有限的十进制数，如 0.125，却是 %1</translation>
        </message>
        <message>
            <source>expected a dict such as {'BLOCK_M': 128}, found %1 (wrong at character %2)</source>
            <translation>应为字典，如 {'BLOCK_M': 128}，却是 %1（第 %2 个字符处有误）</translation>
        </message>
        <message>
            <source>the value of %1 must be an integer, True or False</source>
            <translation>%1 的值必须是整数、True 或 False</translation>
        </message>
        <message>
            <source>the value of %1 is too large: %2</source>
            <translation>%1 的值过大：%2</translation>
        </message>
        <message>
            <source>the key %1 is there twice</source>
            <translation>键名 %1 出现了两次</translation>
        </message>
        <message>
            <source>expected a list of integers such as [3, 5], found %1 (wrong at character %2)</source>
            <translation>应为整数列表，如 [3, 5]，却是 %1（第 %2 个字符处有误）</translation>
        </message>
        <message>
            <source>its header is not a Python dict</source>
            <translation>文件头不是 Python 字典</translation>
        </message>
        <message>
            <source>its header has no '%1'</source>
            <translation>文件头中没有 '%1'</translation>
        </message>
        <message>
            <source>its header is not a valid Python dict at character %1</source>
            <translation>文件头在第 %1 个字符处不是有效的 Python 字典</translation>
        </message>
        <message>
            <source>its header has '%1' twice</source>
            <translation>文件头中 '%1' 出现了两次</translation>
        </message>
        <message>
            <source>its header has the key %1, which npy does not have</source>
            <translation>文件头中有键名 %1，而 npy 没有此键名</translation>
        </message>
        <message>
            <source>is a structured array; save each field as an array of its own</source>
            <translation>是结构化数组；请把每个字段存为单独的数组</translation>
        </message>
        <message>
            <source>'descr' must be a type string such as '&lt;f2'</source>
            <translation>'descr' 必须是类型字符串，如 '&lt;f2'</translation>
        </message>
        <message>
            <source>holds Python objects (pickle), which can run code when loaded and are never opened here; save it as numbers</source>
            <translation>含有 Python 对象（pickle），载入时可能执行代码，这里从不打开；请存为数值</translation>
        </message>
        <message>
            <source>'descr' %1 is not a numpy type string with its byte order, such as '&lt;f2' or '|b1'</source>
            <translation>'descr' %1 不是带字节序的 numpy 类型字符串，如 '&lt;f2' 或 '|b1'</translation>
        </message>
        <message>
            <source>'fortran_order' must be True or False</source>
            <translation>'fortran_order' 必须是 True 或 False</translation>
        </message>
        <message>
            <source>'shape' must be a tuple of integers</source>
            <translation>'shape' 必须是整数元组</translation>
        </message>
        <message>
            <source>'shape' must be a tuple of integers that fit 64 bits</source>
            <translation>'shape' 必须是 64 位以内整数的元组</translation>
        </message>
        <message>
            <source>'shape' holds %1, which is negative</source>
            <translation>'shape' 中有负数 %1</translation>
        </message>
        <message>
            <source>has more than %1 dimensions</source>
            <translation>超过 %1 维</translation>
        </message>
        <message>
            <source>'shape' is not a tuple: one dimension is written (n,)</source>
            <translation>'shape' 不是元组：一维要写成 (n,)</translation>
        </message>
        <message>
            <source>is too short for npy: %1</source>
            <translation>太短，不可能是 npy：%1</translation>
        </message>
        <message>
            <source>is not npy: it does not begin with \x93NUMPY</source>
            <translation>不是 npy：开头不是 \x93NUMPY</translation>
        </message>
        <message>
            <source>is npy version %1.%2; known are 1.0, 2.0 and 3.0</source>
            <translation>是 npy 版本 %1.%2；已知的是 1.0、2.0 和 3.0</translation>
        </message>
        <message>
            <source>ends inside the npy header</source>
            <translation>在 npy 文件头中间就结束了</translation>
        </message>
        <message>
            <source>claims an npy header of %1, but only %2 follow</source>
            <translation>声称 npy 文件头有 %1，但后面只有 %2</translation>
        </message>
        <message>
            <source>its npy header is not valid UTF-8</source>
            <translation>npy 文件头不是有效的 UTF-8</translation>
        </message>
        <message>
            <source>shape %1 of %2</source>
            <translation>%2 的形状 %1</translation>
        </message>
        <message>
            <source>%1 is larger than any file</source>
            <translation>%1 比任何文件都大</translation>
        </message>
        <message>
            <source>%1 needs %2, but only %3 follow the header; it is truncated or the header lies</source>
            <translation>%1 需要 %2，但文件头之后只有 %3；文件被截断或文件头有误</translation>
        </message>
        <message>
            <source>%1 needs %2, but %3 follow the header</source>
            <translation>%1 需要 %2，但文件头之后有 %3</translation>
        </message>
        <message>
            <source>is a zip archive without members</source>
            <translation>是没有成员的 zip 归档</translation>
        </message>
        <message>
            <source>is a zip archive, but not of arrays: its member %1 is not NAME.npy</source>
            <translation>是 zip 归档，但存的不是数组：其成员 %1 不是 NAME.npy</translation>
        </message>
        <message>
            <source>null</source>
            <translation>null</translation>
        </message>
        <message>
            <source>true</source>
            <translation>true</translation>
        </message>
        <message>
            <source>false</source>
            <translation>false</translation>
        </message>
        <message>
            <source>binary data</source>
            <translation>二进制数据</translation>
        </message>
        <message>
            <source>the number %1</source>
            <translation>数 %1</translation>
        </message>
        <message>
            <source>the header is not valid JSON at its byte %1</source>
            <translation>文件头在第 %1 字节处不是有效的 JSON</translation>
        </message>
        <message>
            <source>'__metadata__' must be an object of strings, but is %1</source>
            <translation>'__metadata__' 必须是字符串的对象，却是%1</translation>
        </message>
        <message>
            <source>must be an object with dtype, shape and data_offsets, but is %1</source>
            <translation>必须是含 dtype、shape 与 data_offsets 的对象，却是%1</translation>
        </message>
        <message>
            <source>metadata %1 must be a string, but is %2</source>
            <translation>元数据 %1 必须是字符串，却是%2</translation>
        </message>
        <message>
            <source>shape must hold non-negative integers, but holds %1</source>
            <translation>shape 必须是非负整数，却有%1</translation>
        </message>
        <message>
            <source>data_offsets must be two non-negative integers, but hold %1</source>
            <translation>data_offsets 必须是两个非负整数，却有%1</translation>
        </message>
        <message>
            <source>dtype must be a string, but is %1</source>
            <translation>dtype 必须是字符串，却是%1</translation>
        </message>
        <message>
            <source>%1 must be a list of integers, but is %2</source>
            <translation>%1 必须是整数列表，却是%2</translation>
        </message>
        <message>
            <source>shape holds %1, which is too large</source>
            <translation>shape 中的 %1 过大</translation>
        </message>
        <message>
            <source>data_offsets must be two integers, but are more</source>
            <translation>data_offsets 必须是两个整数，却不止两个</translation>
        </message>
        <message>
            <source>the string %1</source>
            <translation>字符串 %1</translation>
        </message>
        <message>
            <source>dtype %1 is not one of the format's (F16, BF16, F32, ...)</source>
            <translation>dtype %1 不是该格式的类型（F16、BF16、F32 等）</translation>
        </message>
        <message>
            <source>an object</source>
            <translation>对象</translation>
        </message>
        <message>
            <source>the header has the key '__metadata__' twice</source>
            <translation>文件头中键名 '__metadata__' 出现了两次</translation>
        </message>
        <message>
            <source>is in the header twice</source>
            <translation>在文件头中出现了两次</translation>
        </message>
        <message>
            <source>metadata %1 is there twice</source>
            <translation>元数据 %1 出现了两次</translation>
        </message>
        <message>
            <source>has the key %1 twice</source>
            <translation>键名 %1 出现了两次</translation>
        </message>
        <message>
            <source>has the key %1, which the format does not have</source>
            <translation>有键名 %1，而该格式没有此键名</translation>
        </message>
        <message>
            <source>a list</source>
            <translation>列表</translation>
        </message>
        <message>
            <source>data_offsets must be two integers, but are %1</source>
            <translation>data_offsets 必须是两个整数，却有 %1 个</translation>
        </message>
        <message>
            <source>has no %1</source>
            <translation>没有 %1</translation>
        </message>
        <message>
            <source>is empty (0 bytes)</source>
            <translation>是空文件（0 字节）</translation>
        </message>
        <message>
            <source>is too short for safetensors: %1, less than the 8 of the header length</source>
            <translation>太短，不可能是 safetensors：%1，不足文件头长度所占的 8 字节</translation>
        </message>
        <message>
            <source>claims a header of %1, but only %2 follow; it is truncated or no safetensors file</source>
            <translation>声称文件头有 %1，但后面只有 %2；文件被截断或不是 safetensors 文件</translation>
        </message>
        <message>
            <source>claims a header of %1, more than the format's limit of %2</source>
            <translation>声称文件头有 %1，超过该格式的上限 %2</translation>
        </message>
        <message>
            <source>the header must begin with '{', but is empty</source>
            <translation>文件头必须以 '{' 开头，却是空的</translation>
        </message>
        <message>
            <source>the header must begin with '{', but begins with %1</source>
            <translation>文件头必须以 '{' 开头，却以 %1 开头</translation>
        </message>
        <message>
            <source>the header is not valid UTF-8 at its byte %1</source>
            <translation>文件头在第 %1 字节处不是有效的 UTF-8</translation>
        </message>
        <message>
            <source>the header is not valid JSON at its byte %1 (a NUL)</source>
            <translation>文件头在第 %1 字节处不是有效的 JSON（NUL）</translation>
        </message>
        <message>
            <source>%1 end before they begin</source>
            <translation>%1 的结尾在开头之前</translation>
        </message>
        <message>
            <source>%1 does not fill whole bytes</source>
            <translation>%1 占不满整数个字节</translation>
        </message>
        <message>
            <source>%1 needs %2, but %3 hold %4</source>
            <translation>%1 需要 %2，但 %3 有 %4</translation>
        </message>
        <message>
            <source>%1 reach past the end of the file, which holds %2 of data; it is truncated or the header lies</source>
            <translation>%1 超出文件末尾，文件中的数据只有 %2；文件被截断或文件头有误</translation>
        </message>
        <message>
            <source>the data of tensors %1 and %2 overlap: one ends at %3, the next begins at %4</source>
            <translation>张量 %1 与 %2 的数据重叠：前者止于 %3，后者始于 %4</translation>
        </message>
        <message>
            <source>its data begin at %1, and the %2 before belong to no tensor</source>
            <translation>数据始于 %1，之前的 %2不属于任何张量</translation>
        </message>
        <message>
            <source>%1 at its end belong to no tensor</source>
            <translation>末尾的 %1不属于任何张量</translation>
        </message>
        <message>
            <source>cannot be written: %1 %2 is not valid UTF-8</source>
            <translation>无法写入：%1 %2 不是有效的 UTF-8</translation>
        </message>
        <message>
            <source>cannot be written: the format keeps the name '__metadata__' for itself</source>
            <translation>无法写入：名称 '__metadata__' 由该格式保留</translation>
        </message>
        <message>
            <source>cannot be written: safetensors has no element type for %1</source>
            <translation>无法写入：safetensors 没有对应 %1 的元素类型</translation>
        </message>
        <message>
            <source>cannot be written: %1 do not make shape %2 of %3</source>
            <translation>无法写入：%1与 %3 的形状 %2 不符</translation>
        </message>
        <message>
            <source>the tensor name</source>
            <translation>张量名</translation>
        </message>
        <message>
            <source>cannot be written: there are two tensors of this name</source>
            <translation>无法写入：有两个同名的张量</translation>
        </message>
        <message>
            <source>the metadata key</source>
            <translation>元数据的键名</translation>
        </message>
        <message>
            <source>the metadata value of %1</source>
            <translation>元数据 %1 的值</translation>
        </message>
        <message>
            <source>cannot be written: its header would take %1, more than the format's limit of %2</source>
            <translation>无法写入：文件头将占 %1，超过该格式的上限 %2</translation>
        </message>
        <message>
            <source>tensor %1 holds %2, which is how bf16 arrives from npy, a format without a code for it: choose to read it as bf16, or save it with safetensors, which has one</source>
            <translation>张量 %1 的类型是 %2，npy 没有 bf16 的代码，从中读出的 bf16 就是这样：请选择按 bf16 读取，或存为有此代码的 safetensors</translation>
        </message>
        <message>
            <source>tensor %1 holds %2, but attention takes fp16, bf16 or fp32; round it to one of these before saving, since rounding it here would hide which values were meant</source>
            <translation>张量 %1 的类型是 %2，但 attention 只接受 fp16、bf16 或 fp32；请在保存前舍入到其中之一，若在这里舍入就看不出原本是哪些值</translation>
        </message>
        <message>
            <source>tensor %1 holds %2, but attention takes fp16, bf16 or fp32</source>
            <translation>张量 %1 的类型是 %2，但 attention 只接受 fp16、bf16 或 fp32</translation>
        </message>
        <message>
            <source>tensor %1 holds %2; only 16-bit integers and 2-byte void can be read as bf16</source>
            <translation>张量 %1 的类型是 %2；只有 16 位整数与 2 字节 void 能按 bf16 读取</translation>
        </message>
        <message>
            <source>tensor %1</source>
            <translation>张量 %1</translation>
        </message>
        <message>
            <source>%1: is a Python pickle, which can run code when loaded and is never opened here; convert it in Python:%2</source>
            <translation>%1：是 Python pickle，载入时可能执行代码，这里从不打开；请在 Python 中转换：%2</translation>
        </message>
        <message>
            <source>%1: is an HDF5 file; save its arrays as npz or safetensors</source>
            <translation>%1：是 HDF5 文件；请把其中的数组存为 npz 或 safetensors</translation>
        </message>
        <message>
            <source>%1: is compressed (gzip, xz or zstd); unpack it first</source>
            <translation>%1：是压缩文件（gzip、xz 或 zstd）；请先解压</translation>
        </message>
        <message>
            <source>is no tensor file: it begins neither like safetensors (a header length and '{') nor like npy nor npz</source>
            <translation>不是张量文件：开头既不像 safetensors（文件头长度与 '{'），也不像 npy 或 npz</translation>
        </message>
        <message>
            <source>No such file or directory</source>
            <translation>没有那个文件或目录</translation>
        </message>
        <message>
            <source>Permission denied</source>
            <translation>权限不够</translation>
        </message>
        <message>
            <source>No space left on device</source>
            <translation>设备上没有空间</translation>
        </message>
        <message>
            <source>Read-only file system</source>
            <translation>只读文件系统</translation>
        </message>
        <message>
            <source>Input/output error</source>
            <translation>输入/输出错误</translation>
        </message>
        <message>
            <source>Not a directory</source>
            <translation>不是目录</translation>
        </message>
        <message>
            <source>File name too long</source>
            <translation>文件名过长</translation>
        </message>
        <message>
            <source>Operation not permitted</source>
            <translation>不允许的操作</translation>
        </message>
        <message>
            <source>1 byte</source>
            <translation>1 字节</translation>
        </message>
        <message>
            <source>%1 bytes</source>
            <translation>%1 字节</translation>
        </message>
        <message>
            <source>tensor %1: %2</source>
            <translation>张量 %1：%2</translation>
        </message>
        <message>
            <source>%1: %2: %3</source>
            <translation>%1：%2：%3</translation>
        </message>
        <message>
            <source>%1: not enough memory</source>
            <translation>%1：内存不足</translation>
        </message>
        <message>
            <source>zip: %1</source>
            <translation>zip：%1</translation>
        </message>
        <message>
            <source>zip member %1: %2</source>
            <translation>zip 成员 %1：%2</translation>
        </message>
        <message>
            <source>has no end record; it is truncated</source>
            <translation>没有结尾记录；文件被截断</translation>
        </message>
        <message>
            <source>is one part of an archive over several disks</source>
            <translation>是分卷归档的一部分</translation>
        </message>
        <message>
            <source>the directory's place and size do not agree with its end record; it is truncated or has bytes in front</source>
            <translation>目录的位置与大小和结尾记录不符；文件被截断或前面有多余的字节</translation>
        </message>
        <message>
            <source>claims %1 members in a directory of %2</source>
            <translation>声称 %2的目录中有 %1 个成员</translation>
        </message>
        <message>
            <source>its end record points to a zip64 record that is not there</source>
            <translation>结尾记录指向不存在的 zip64 记录</translation>
        </message>
        <message>
            <source>its zip64 record lies outside the file</source>
            <translation>zip64 记录在文件之外</translation>
        </message>
        <message>
            <source>its zip64 record is damaged</source>
            <translation>zip64 记录已损坏</translation>
        </message>
        <message>
            <source>its directory holds more than the %1 members it claims</source>
            <translation>目录中的成员多于所声称的 %1 个</translation>
        </message>
        <message>
            <source>its directory is damaged</source>
            <translation>目录已损坏</translation>
        </message>
        <message>
            <source>its extra field is damaged</source>
            <translation>附加字段已损坏</translation>
        </message>
        <message>
            <source>its zip64 field is too short</source>
            <translation>zip64 字段太短</translation>
        </message>
        <message>
            <source>its name is not UTF-8 text</source>
            <translation>名称不是 UTF-8 文本</translation>
        </message>
        <message>
            <source>is encrypted</source>
            <translation>已加密</translation>
        </message>
        <message>
            <source>compression method %1 is not supported; stored and deflate are</source>
            <translation>不支持压缩方法 %1；支持 stored 与 deflate</translation>
        </message>
        <message>
            <source>is stored, but claims %1 in %2</source>
            <translation>未压缩存储，却声称 %2 中有 %1</translation>
        </message>
        <message>
            <source>claims %1 from %2 of deflate data, more than that can hold</source>
            <translation>声称从 %2的 deflate 数据得到 %1，超过其可能的上限</translation>
        </message>
        <message>
            <source>is there twice</source>
            <translation>出现了两次</translation>
        </message>
        <message>
            <source>overlaps another member</source>
            <translation>与另一个成员重叠</translation>
        </message>
        <message>
            <source>lies outside the file</source>
            <translation>在文件之外</translation>
        </message>
        <message>
            <source>lies outside the file, or its local header is damaged</source>
            <translation>在文件之外，或其本地头已损坏</translation>
        </message>
        <message>
            <source>its local header and the directory disagree</source>
            <translation>本地头与目录不符</translation>
        </message>
        <message>
            <source>zip member %1 is damaged: %2</source>
            <translation>zip 成员 %1 已损坏：%2</translation>
        </message>
        <message>
            <source>its data end before the %1 it claims</source>
            <translation>数据不足所声称的 %1</translation>
        </message>
        <message>
            <source>its deflate data are cut short</source>
            <translation>deflate 数据被截断</translation>
        </message>
        <message>
            <source>its deflate data are not valid</source>
            <translation>deflate 数据无效</translation>
        </message>
        <message>
            <source>its data go on after the %1 it claims</source>
            <translation>数据超出所声称的 %1</translation>
        </message>
        <message>
            <source>bytes follow the end of its deflate data</source>
            <translation>deflate 数据结束后还有多余的字节</translation>
        </message>
        <message>
            <source>its checksum (CRC-32) does not agree</source>
            <translation>校验和（CRC-32）不符</translation>
        </message>
        <message>
            <source>(1e8 - 1e8) + 1 and 1e8 + (-1e8 + 1) in fp32</source>
            <translation>fp32 下的 (1e8 - 1e8) + 1 与 1e8 + (-1e8 + 1)</translation>
        </message>
        <message>
            <source>Eight numbers whose sum is 0: how many sums their orders give</source>
            <translation>八个和为 0 的数：不同次序给出多少种和</translation>
        </message>
        <message>
            <source>One row, three widths of a key tile, three outputs</source>
            <translation>同一行，三种键分块宽度，三个输出</translation>
        </message>
        <message>
            <source>Four contributions added by atomics: every sum that an order of arrival gives</source>
            <translation>用原子操作累加四个贡献：各种到达次序给出的所有和</translation>
        </message>
        <message>
            <source>Eight values added in the orders that compilers choose</source>
            <translation>按编译器选择的次序累加八个值</translation>
        </message>
        <message>
            <source>there is no lab '%1', expected one of %2</source>
            <translation>没有实验 '%1'，应为以下之一：%2</translation>
        </message>
        <message>
            <source>by hand: fp32 values near 1e8 are 8 apart</source>
            <translation>手算：1e8 附近的 fp32 值相隔 8</translation>
        </message>
        <message>
            <source>by hand, for the public report vllm-project/vllm 51902: a neighbour's length moves the tile</source>
            <translation>手算，对应公开报告 vllm-project/vllm 51902：相邻请求的长度改变了分块</translation>
        </message>
        <message>
            <source>values of the four keys, whose scores are all 0</source>
            <translation>四个键的值，它们的分数都是 0</translation>
        </message>
        <message>
            <source>output with key tiles of 1</source>
            <translation>键分块为 1 时的输出</translation>
        </message>
        <message>
            <source>output with key tiles of 2</source>
            <translation>键分块为 2 时的输出</translation>
        </message>
        <message>
            <source>output of two strided lanes</source>
            <translation>两条跨步通道的输出</translation>
        </message>
        <message>
            <source>exact output</source>
            <translation>精确输出</translation>
        </message>
        <message>
            <source>contributions, one of each key tile</source>
            <translation>各键分块的贡献</translation>
        </message>
        <message>
            <source>orders of arrival that give %1</source>
            <translation>给出 %1 的到达次序数</translation>
        </message>
        <message>
            <source>by hand, for the public report Dao-AILab/flash-attention 414: dQ by atomics</source>
            <translation>手算，对应公开报告 Dao-AILab/flash-attention 414：用原子操作求 dQ</translation>
        </message>
        <message>
            <source>sums over all orders of arrival</source>
            <translation>所有到达次序的和</translation>
        </message>
        <message>
            <source>orders in all</source>
            <translation>次序总数</translation>
        </message>
        <message>
            <source>exact sum</source>
            <translation>精确和</translation>
        </message>
        <message>
            <source>sum in a fixed order (the first)</source>
            <translation>固定次序（第一个）的和</translation>
        </message>
        <message>
            <source>values</source>
            <translation>值</translation>
        </message>
        <message>
            <source>by hand, for the public report triton-lang/triton 10438: the order of a reduction</source>
            <translation>手算，对应公开报告 triton-lang/triton 10438：归约的次序</translation>
        </message>
        <message>
            <source>one after the other</source>
            <translation>逐个累加</translation>
        </message>
        <message>
            <source>tree of adjacent pairs</source>
            <translation>相邻配对的树</translation>
        </message>
        <message>
            <source>tree of halving strides</source>
            <translation>步长减半的树</translation>
        </message>
        <message>
            <source>exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>numbers</source>
            <translation>数</translation>
        </message>
        <message>
            <source>CPython 2.7 to 3.13, recorded; the article prints 102 for 10,000 shuffles</source>
            <translation>CPython 2.7 至 3.13 的记录；原文对 10,000 次打乱给出 102</translation>
        </message>
        <message>
            <source>computed by another program</source>
            <translation>由另一个程序算出</translation>
        </message>
        <message>
            <source>orders</source>
            <translation>次序</translation>
        </message>
        <message>
            <source>sums over all orders, float64 one after the other</source>
            <translation>所有次序的和的种数，float64 逐个累加</translation>
        </message>
        <message>
            <source>smallest and largest of them</source>
            <translation>其中最小与最大的</translation>
        </message>
        <message>
            <source>the same, going through all orders</source>
            <translation>同上，逐一遍历所有次序</translation>
        </message>
        <message>
            <source>sums over all orders, Python 3.12's sum() with the int 1</source>
            <translation>所有次序的和的种数，Python 3.12 的 sum()，其中 1 为 int</translation>
        </message>
        <message>
            <source>sums over all orders, Python 3.12's sum() with the float 1.0</source>
            <translation>所有次序的和的种数，Python 3.12 的 sum()，其中 1.0 为 float</translation>
        </message>
        <message>
            <source>sums over all orders, float64 balanced pairwise</source>
            <translation>所有次序的和的种数，float64 平衡成对累加</translation>
        </message>
        <message>
            <source>sums over all orders, fp32 one after the other</source>
            <translation>所有次序的和的种数，fp32 逐个累加</translation>
        </message>
        <message>
            <source>sums of 10,000 shuffles after random.seed(42), Python 3.11</source>
            <translation>random.seed(42) 后打乱 10,000 次的和的种数，Python 3.11</translation>
        </message>
        <message>
            <source>sums of 10,000 shuffles after random.seed(42), Python 3.12</source>
            <translation>random.seed(42) 后打乱 10,000 次的和的种数，Python 3.12</translation>
        </message>
        <message>
            <source>the same with 1.0 in place of 1</source>
            <translation>同上，以 1.0 代替 1</translation>
        </message>
        <message>
            <source>table file %1 does not exist</source>
            <translation>表文件 %1 不存在</translation>
        </message>
        <message>
            <source>table file %1 cannot be read</source>
            <translation>表文件 %1 无法读取</translation>
        </message>
        <message>
            <source>table file %1 is damaged: expected a zlib stream of %2 bytes</source>
            <translation>表文件 %1 已损坏：应为 %2 字节的 zlib 流</translation>
        </message>
        <message>
            <source>table file %1 is not such a table: entry %2 is out of range</source>
            <translation>表文件 %1 不是这种表：第 %2 项超出范围</translation>
        </message>
        <message>
            <source>table file %1 is not such a table: neighbouring entries lie too far apart</source>
            <translation>表文件 %1 不是这种表：相邻项相差过大</translation>
        </message>
        <message>
            <source>a table of measured words has not %1 entries</source>
            <translation>测量值表没有 %1 个条目</translation>
        </message>
        <message>
            <source>measured words of neighbouring arguments lie too far apart for a table</source>
            <translation>相邻自变量的测量值相差太大，无法制成表</translation>
        </message>
        <message>
            <source>%1: the results of neighbouring arguments lie further apart than a table file can say</source>
            <translation>%1：相邻自变量的结果相差超出表文件所能表示的范围</translation>
        </message>
        <message>
            <source>%1: not enough memory to compress the table</source>
            <translation>%1：内存不足，无法压缩该表</translation>
        </message>
        <message>
            <source>the orders of these %1 partial results have more than %2 partial sums of %3 of them, which is more than is kept: ask for random orders</source>
            <translation>这 %1 个部分结果的所有次序中，取其中 %3 个的部分和超过 %2 种，超出可保存的数量：请改用随机次序</translation>
        </message>
        <message>
            <source>there are %1 partial results, expected at most %2 where all orders are wanted</source>
            <translation>有 %1 个部分结果，求所有次序时应至多为 %2 个</translation>
        </message>
        <message>
            <source>partial results are %1, expected fp32 or fp64</source>
            <translation>部分结果为 %1，应为 fp32 或 fp64</translation>
        </message>
        <message>
            <source>there are %1 partial results, expected 1 to %2</source>
            <translation>有 %1 个部分结果，应为 1 至 %2 个</translation>
        </message>
        <message>
            <source>there are %1 weights for %2 partial results, expected as many of both</source>
            <translation>%2 个部分结果有 %1 个权重，两者数量应相同</translation>
        </message>
        <message>
            <source>partial result %1 is not a finite %2 value</source>
            <translation>部分结果 %1 不是有限的 %2 值</translation>
        </message>
        <message>
            <source>weight %1 is not a finite %2 value</source>
            <translation>权重 %1 不是有限的 %2 值</translation>
        </message>
        <message>
            <source>weight %1 times its partial result is beyond 2^-900 .. 2^1023</source>
            <translation>权重 %1 与其部分结果之积超出 2^-900 .. 2^1023</translation>
        </message>
        <message>
            <source>recipe field %1: the list has %2 entries, expected each of 0..%3 once</source>
            <translation>配方字段 %1：列表有 %2 项，应为 0..%3 各一次</translation>
        </message>
        <message>
            <source>%1 probes were asked, %2 answers came</source>
            <translation>提出了 %1 个探测，得到 %2 个回答</translation>
        </message>
        <message>
            <source>the answers for summand %1 contradict each other: no tree has %2 summands under that sum</source>
            <translation>关于加数 %1 的回答互相矛盾：没有哪棵树在该和之下有 %2 个加数</translation>
        </message>
        <message>
            <source>with masks at summands %1 and %2 the result is %3 units, expected a whole number from 0 to %4</source>
            <translation>掩码放在加数 %1 和 %2 时，结果为 %3 个单位；应为 0 到 %4 的整数</translation>
        </message>
        <message>
            <source>with 1 at summand %1 and small ones at %2 and %3 the sum is %4 ulp above 1, expected 0 or 1</source>
            <translation>加数 %1 为 1、%2 和 %3 为小数时，和比 1 大 %4 ulp；应为 0 或 1</translation>
        </message>
        <message>
            <source>of summands %1, %2 and %3, %4 pairs are added before the third, expected one: the sum is not made of additions of two numbers that round to nearest</source>
            <translation>加数 %1、%2 和 %3 中有 %4 对先于第三个相加，应恰有一对：该和不是由两数相加并就近舍入构成的</translation>
        </message>
        <message>
            <source>summand</source>
            <translation>加数</translation>
        </message>
        <message>
            <source>sum</source>
            <translation>和</translation>
        </message>
        <message>
            <source>running sum joined by fma</source>
            <translation>用 fma 并入的运行和</translation>
        </message>
        <message>
            <source>running sum rescaled, then joined</source>
            <translation>先重缩放再并入的运行和</translation>
        </message>
        <message>
            <source>rescaled</source>
            <translation>重缩放</translation>
        </message>
        <message>
            <source>rounded to bf16</source>
            <translation>舍入到 bf16</translation>
        </message>
        <message>
            <source>mma group</source>
            <translation>mma 组</translation>
        </message>
        <message>
            <source>fma chain</source>
            <translation>fma 链</translation>
        </message>
        <message>
            <source>exact sum, rounded once</source>
            <translation>精确和，舍入一次</translation>
        </message>
        <message>
            <source>running sum, compensated (Kahan)</source>
            <translation>运行和，带补偿（Kahan）</translation>
        </message>
        <message>
            <source>running sum, rests apart (Neumaier)</source>
            <translation>运行和，余项另计（Neumaier）</translation>
        </message>
        <message>
            <source>running sum and its rests</source>
            <translation>运行和加其余项</translation>
        </message>
        <message>
            <source>%1 across lanes</source>
            <translation>跨线程道的%1</translation>
        </message>
        <message>
            <source>%1 across warp parts</source>
            <translation>跨线程束部分的%1</translation>
        </message>
        <message>
            <source>%1 in the block</source>
            <translation>线程块内的%1</translation>
        </message>
        <message>
            <source>%1 inside the split</source>
            <translation>划分内的%1</translation>
        </message>
        <message>
            <source>%1 across splits</source>
            <translation>跨划分的%1</translation>
        </message>
        <message>
            <source>%1 %2</source>
            <translation>%1 %2</translation>
        </message>
        <message>
            <source>%1, lane %2</source>
            <translation>%1，线程道 %2</translation>
        </message>
        <message>
            <source>%1, key tile %2</source>
            <translation>%1，键块 %2</translation>
        </message>
        <message>
            <source>%1s %2..%3</source>
            <translation>%1 %2..%3</translation>
        </message>
        <message>
            <source>%1 %2s in %3..%4</source>
            <translation>%3..%4 中的 %1 个%2</translation>
        </message>
        <message>
            <source>%1 and %2 more</source>
            <translation>%1 及另外 %2 个</translation>
        </message>
        <message>
            <source>declared</source>
            <translation>声明</translation>
        </message>
        <message>
            <source>measured</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>%1: %2 %3 is a summand; %4: it is none</source>
            <translation>%1：%2 %3 是加数；%4：不是</translation>
        </message>
        <message>
            <source>%1: %2s %3 are added on their own; %4: not all of them are summands</source>
            <translation>%1：%2 %3 先单独相加；%4：它们并非都是加数</translation>
        </message>
        <message>
            <source>%1: %2s %3 are added on their own; %4: the smallest sum that holds them is of %2s %5</source>
            <translation>%1：%2 %3 先单独相加；%4：包含它们的最小的和由%2 %5 组成</translation>
        </message>
        <message>
            <source>expected numbers or an expression such as (1e8 + -1e8) + 1, found no text</source>
            <translation>应为数字或 (1e8 + -1e8) + 1 这样的算式，但没有任何文字</translation>
        </message>
        <message>
            <source>position %1: expected %2, found the end of the text</source>
            <translation>位置 %1：应为%2，但文字已结束</translation>
        </message>
        <message>
            <source>position %1: expected %2, found %3</source>
            <translation>位置 %1：应为%2，却是 %3</translation>
        </message>
        <message>
            <source>a number</source>
            <translation>数字</translation>
        </message>
        <message>
            <source>the end of the text</source>
            <translation>文字结尾</translation>
        </message>
        <message>
            <source>]</source>
            <translation> ] </translation>
        </message>
        <message>
            <source>a comma or a space</source>
            <translation>逗号或空格</translation>
        </message>
        <message>
            <source>+, - or the end of the text</source>
            <translation> +、- 或文字结尾</translation>
        </message>
        <message>
            <source>position %1: expected at most %2 parentheses within each other</source>
            <translation>位置 %1：括号最多嵌套 %2 层</translation>
        </message>
        <message>
            <source>+, - or )</source>
            <translation> +、- 或 )</translation>
        </message>
        <message>
            <source>a decimal (-0.5), a power (2^26), a hexadecimal float (0x1p-3) or the bits of %1 (0x and at most %2 digits)</source>
            <translation>十进制数(-0.5)、幂(2^26)、十六进制浮点数(0x1p-3)或 %1 的位(0x 加至多 %2 位数字)</translation>
        </message>
        <message>
            <source>position %1: expected at most %2 numbers</source>
            <translation>位置 %1：最多 %2 个数字</translation>
        </message>
        <message>
            <source>%1 is no tree: expected sequential, reverse, pairwise, butterfly or strided:k with k at least 1</source>
            <translation>%1 不是树：应为 sequential、reverse、pairwise、butterfly 或 strided:k，其中 k 至少为 1</translation>
        </message>
        <message>
            <source>the order adds summand %1, which this sum does not have</source>
            <translation>该次序加了加数 %1，而此和没有它</translation>
        </message>
        <message>
            <source>the order adds %1 summands, expected all %2 of this sum</source>
            <translation>该次序加了 %1 个加数，应为此和的全部 %2 个</translation>
        </message>
        <message>
            <source>node %1 or %2 is not in the tree, which has %3 nodes</source>
            <translation>树中没有节点 %1 或 %2，它有 %3 个节点</translation>
        </message>
        <message>
            <source>the whole sum cannot be moved into a part of itself</source>
            <translation>整个和不能移到它自己的一部分中</translation>
        </message>
        <message>
            <source>a sum cannot be moved into itself</source>
            <translation>和不能移到它自己之中</translation>
        </message>
        <message>
            <source>order, character %1: %2</source>
            <translation>次序，第 %1 个字符：%2</translation>
        </message>
        <message>
            <source>a bracket closes that was not opened</source>
            <translation>右括号没有对应的左括号</translation>
        </message>
        <message>
            <source>a sum needs two summands or more</source>
            <translation>和需要两个或更多加数</translation>
        </message>
        <message>
            <source>of an fma chain or an exact sum only the first summand may be a sum</source>
            <translation>fma 链或精确和中，只有第一个加数可以是和</translation>
        </message>
        <message>
            <source>expected the number of a summand, or a bracket</source>
            <translation>应为加数的编号或括号</translation>
        </message>
        <message>
            <source>this summand comes twice</source>
            <translation>此加数出现两次</translation>
        </message>
        <message>
            <source>too many summands, expected 65,536 or fewer</source>
            <translation>加数过多，应不超过 65,536 个</translation>
        </message>
        <message>
            <source>a bracket is not closed</source>
            <translation>括号没有闭合</translation>
        </message>
        <message>
            <source>%1: cannot be read (%2)</source>
            <translation>%1：无法读取（%2）</translation>
        </message>
        <message>
            <source>%1: "id" is '%2', expected the file's name</source>
            <translation>%1："id" 是 '%2'，应与文件名相同</translation>
        </message>
        <message>
            <source>%1: "id" is '%2', which is shipped; expected another name</source>
            <translation>%1：“id”为 '%2'，是自带的名称；应为其他名称</translation>
        </message>
        <message>
            <source>no %1 '%2', expected one of %3</source>
            <translation>没有%1 '%2'，应为以下之一：%3</translation>
        </message>
        <message>
            <source>device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>"result" is '%1', expected fp32-rz, e8m13-rz or fp16-rne</source>
            <translation>“result”为 '%1'，应为 fp32-rz、e8m13-rz 或 fp16-rne</translation>
        </message>
        <message>
            <source>"emulatedFp8" needs operands e4m3 or e5m2</source>
            <translation>“emulatedFp8”需要操作数 e4m3 或 e5m2</translation>
        </message>
        <message>
            <source>"groupL" must be 1..64</source>
            <translation>"groupL" 必须在 1..64 之间</translation>
        </message>
        <message>
            <source>"fractionBits" must be 10..35</source>
            <translation>"fractionBits" 必须在 10..35 之间</translation>
        </message>
        <message>
            <source>"%1" is missing</source>
            <translation>缺少 "%1"</translation>
        </message>
        <message>
            <source>"%1" must be %2..%3</source>
            <translation>“%1”必须为 %2..%3</translation>
        </message>
        <message>
            <source>"carveOutsKb" must hold sizes of 0..%1, ascending</source>
            <translation>“carveOutsKb”必须为 0..%1 的大小，升序</translation>
        </message>
        <message>
            <source>"computeCapability" is '%1', expected MAJOR.MINOR</source>
            <translation>"computeCapability" 是 '%1'，应为 MAJOR.MINOR</translation>
        </message>
        <message>
            <source>"smCount" must be positive</source>
            <translation>"smCount" 必须为正</translation>
        </message>
        <message>
            <source>expected an object</source>
            <translation>应为对象</translation>
        </message>
        <message>
            <source>"%1" must be a string</source>
            <translation>"%1" 必须是字符串</translation>
        </message>
        <message>
            <source>"%1" must be an integer</source>
            <translation>"%1" 必须是整数</translation>
        </message>
        <message>
            <source>"%1" is out of range: %2</source>
            <translation>"%1" 超出范围：%2</translation>
        </message>
        <message>
            <source>"%1" must be a whole number from 0 to 2^64 - 1</source>
            <translation>"%1" 必须是 0 到 2^64 - 1 的整数</translation>
        </message>
        <message>
            <source>"%1" must be a number</source>
            <translation>"%1" 必须是数</translation>
        </message>
        <message>
            <source>"%1" must be true or false</source>
            <translation>"%1" 必须是 true 或 false</translation>
        </message>
        <message>
            <source>"%1" must be a list</source>
            <translation>"%1" 必须是列表</translation>
        </message>
        <message>
            <source>"%1" must be an object</source>
            <translation>"%1" 必须是对象</translation>
        </message>
        <message>
            <source>"%1" must hold strings</source>
            <translation>"%1" 中必须是字符串</translation>
        </message>
        <message>
            <source>"%1": "%2" must be a string</source>
            <translation>"%1"："%2" 必须是字符串</translation>
        </message>
        <message>
            <source>"kind" is '%1', expected reproduced, published or model</source>
            <translation>"kind" 是 '%1'，应为 reproduced、published 或 model</translation>
        </message>
        <message>
            <source>"%1" is not a known key</source>
            <translation>"%1" 不是已知的键名</translation>
        </message>
        <message>
            <source>%1: not a JSON object</source>
            <translation>%1：不是 JSON 对象</translation>
        </message>
        <message>
            <source>%1: the key "%2" is there twice</source>
            <translation>%1：键名 "%2" 出现了两次</translation>
        </message>
        <message>
            <source>%1: "schema" must be "%2"</source>
            <translation>%1："schema" 必须是 "%2"</translation>
        </message>
        <message>
            <source>number format '%1', expected fp16, bf16, tf32 or fp32</source>
            <translation>数值格式 '%1'，应为 fp16、bf16、tf32 或 fp32</translation>
        </message>
        <message>
            <source>operand format '%1', expected fp16, bf16, tf32, e4m3 or e5m2</source>
            <translation>操作数格式 '%1'，应为 fp16、bf16、tf32、e4m3 或 e5m2</translation>
        </message>
        <message>
            <source>"recordedHeadDims" must hold head dims</source>
            <translation>"recordedHeadDims" 中必须是头维度</translation>
        </message>
        <message>
            <source>"raggedBlock" must be positive</source>
            <translation>“raggedBlock”必须为正数</translation>
        </message>
        <message>
            <source>"recordedLengthMultiple" must be positive</source>
            <translation>“recordedLengthMultiple”必须为正数</translation>
        </message>
        <message>
            <source>"order" is "%1", expected "fa2"</source>
            <translation>“order”为“%1”，应为“fa2”</translation>
        </message>
        <message>
            <source>rules[%1]: "set" is empty</source>
            <translation>rules[%1]：“set”为空</translation>
        </message>
        <message>
            <source>rules[%1]: "set" holds '%2', expected %3</source>
            <translation>rules[%1]：“set”含有“%2”，应为 %3</translation>
        </message>
        <message>
            <source>rules[%1]: "%2" is '%3', expected none, producerConsumer or pingPong</source>
            <translation>rules[%1]：“%2”为“%3”，应为 none、producerConsumer 或 pingPong</translation>
        </message>
        <message>
            <source>rules[%1]: "%2" must be %3..%4</source>
            <translation>rules[%1]：“%2”必须为 %3..%4</translation>
        </message>
        <message>
            <source>"headDims" must hold head dims, ascending</source>
            <translation>“headDims”必须为头维度，升序</translation>
        </message>
        <message>
            <source>"%1" is '%2', expected fa2, singleTile, fa3Static, fa3Dynamic, fa4Static or fa4Lpt</source>
            <translation>“%1”为 '%2'，应为 fa2、singleTile、fa3Static、fa3Dynamic、fa4Static 或 fa4Lpt</translation>
        </message>
        <message>
            <source>"split" is '%1', which has no splits</source>
            <translation>“split”为 '%1'，它没有划分</translation>
        </message>
        <message>
            <source>"overlap" is '%1', expected none, producerConsumer or pingPong</source>
            <translation>“overlap”为 '%1'，应为 none、producerConsumer 或 pingPong</translation>
        </message>
        <message>
            <source>"does" holds '%1', expected load, scores, softmax, output or store</source>
            <translation>“does”含有 '%1'，应为 load、scores、softmax、output 或 store</translation>
        </message>
        <message>
            <source>"warps": %1 roles have no "count", only one can have the rest</source>
            <translation>“warps”：%1 个角色没有“count”，只有一个可以得到其余的线程束</translation>
        </message>
        <message>
            <source>threads of a block</source>
            <translation>线程块的线程数</translation>
        </message>
        <message>
            <source>registers of a thread</source>
            <translation>线程的寄存器数</translation>
        </message>
        <message>
            <source>shared memory of a block</source>
            <translation>线程块的共享内存</translation>
        </message>
        <message>
            <source>order of the tiles</source>
            <translation>块的次序</translation>
        </message>
        <message>
            <source>tasks of the warps</source>
            <translation>线程束的任务</translation>
        </message>
        <message>
            <source>threads of an SM</source>
            <translation>SM 的线程数</translation>
        </message>
        <message>
            <source>blocks of an SM</source>
            <translation>SM 的线程块数</translation>
        </message>
        <message>
            <source>registers of an SM</source>
            <translation>SM 的寄存器数</translation>
        </message>
        <message>
            <source>allocation of registers</source>
            <translation>寄存器的分配</translation>
        </message>
        <message>
            <source>shared memory of an SM</source>
            <translation>SM 的共享内存</translation>
        </message>
        <message>
            <source>shared memory that a block may ask for</source>
            <translation>线程块可申请的共享内存</translation>
        </message>
        <message>
            <source>shared memory that is reserved</source>
            <translation>保留的共享内存</translation>
        </message>
        <message>
            <source>kernel %1: %2</source>
            <translation>内核 %1：%2</translation>
        </message>
        <message>
            <source>kernel %1: its file has no "launch", so how it is launched is not known</source>
            <translation>内核 %1：其文件没有“launch”，因此启动方式未知</translation>
        </message>
        <message>
            <source>kernel %1: a block would have %2 threads, expected 32..%3 (query tile %4, key tile %5)</source>
            <translation>内核 %1：一个线程块将有 %2 个线程，应为 32..%3（查询块 %4，键块 %5）</translation>
        </message>
        <message>
            <source>kernel %1: a block of %2 threads with %3 bytes of shared memory does not fit on an SM of %4 (limit: %5)</source>
            <translation>内核 %1：%2 个线程、%3 字节共享内存的线程块放不进 %4 的一个 SM（限制：%5）</translation>
        </message>
        <message>
            <source>the launch would have %1 tiles, more than the %2 that are simulated</source>
            <translation>该启动将有 %1 个块，多于可模拟的 %2 个</translation>
        </message>
        <message>
            <source>%1: measured of another run: "%2" is %3, expected %4</source>
            <translation>%1：测量的是另一次运行："%2" 为 %3，应为 %4</translation>
        </message>
        <message>
            <source>%1: holds no measured launch, expected "launch" as 'ulpscope-cli run --measure --trace' writes it</source>
            <translation>%1：不含测量的启动，应有 'ulpscope-cli run --measure --trace' 写出的 "launch"</translation>
        </message>
        <message>
            <source>%1: "problem" must be an object</source>
            <translation>%1："problem" 必须是对象</translation>
        </message>
        <message>
            <source>the measured launch has %1 blocks, expected %2, one for each work tile of this run</source>
            <translation>测量的启动有 %1 个线程块，应为 %2 个，即此运行的每个工作块一个</translation>
        </message>
        <message>
            <source>the measured launch has a block of work tile %1 on SM %2 from %3 to %4 ns, expected each work tile once on one of %5 SMs, ending after it began and within %6 ns</source>
            <translation>测量的启动中，工作块 %1 的线程块在 SM %2 上从 %3 到 %4 ns；应为每个工作块一次，位于 %5 个 SM 之一，结束晚于开始且不超过 %6 ns</translation>
        </message>
        <message>
            <source>%1: %2 blocks on %3 SMs, expected 1 to 4096 SMs and at most %4 blocks</source>
            <translation>%1：%3 个 SM 上有 %2 个线程块，应为 1 到 4096 个 SM 和至多 %4 个线程块</translation>
        </message>
        <message>
            <source>%1: block %2 is not [work tile, SM, begin, end] in whole numbers</source>
            <translation>%1：线程块 %2 不是整数的 [工作块, SM, 开始, 结束]</translation>
        </message>
        <message>
            <source>threads</source>
            <translation>线程</translation>
        </message>
        <message>
            <source>shared memory</source>
            <translation>共享内存</translation>
        </message>
        <message>
            <source>registers</source>
            <translation>寄存器</translation>
        </message>
        <message>
            <source>blocks</source>
            <translation>线程块</translation>
        </message>
        <message>
            <source>key tile %1 in visiting order is multiplied with the K of the one before</source>
            <translation>访问次序中的键块 %1 与前一块的 K 相乘</translation>
        </message>
        <message>
            <source>key tile %1 in visiting order is multiplied with the V of the one before</source>
            <translation>访问次序中的键块 %1 与前一块的 V 相乘</translation>
        </message>
        <message>
            <source>keys beyond the last one are not masked, they count with score 0</source>
            <translation>最后一个键之后的键未被掩蔽，以分数 0 计入</translation>
        </message>
        <message>
            <source>batch is %1, expected 1..1000000</source>
            <translation>批次为 %1，应为 1..1000000</translation>
        </message>
        <message>
            <source>number of splits is %1, expected 1 to %2</source>
            <translation>划分数为 %1，应为 1 到 %2</translation>
        </message>
        <message>
            <source>kernel %1 takes %2; the tensors are %3</source>
            <translation>内核 %1 接受 %2；张量是 %3</translation>
        </message>
        <message>
            <source>kernel %1 takes at most %2 keys, this problem has %3</source>
            <translation>内核 %1 最多处理 %2 个键，此问题有 %3 个</translation>
        </message>
        <message>
            <source>kernel option %1: %2</source>
            <translation>内核选项 %1：%2</translation>
        </message>
        <message>
            <source>recipe field final: %1 needs the row sum of all %2 keys first, expected a tileN of at least as many, found %3</source>
            <translation>配方字段 final：%1 先需要全部 %2 个键的行和，tileN 应不小于此数，实为 %3</translation>
        </message>
        <message>
            <source>recipe field %1: %2</source>
            <translation>配方字段 %1：%2</translation>
        </message>
        <message>
            <source>recipe field %1: the tensor core of %2 does not multiply %3</source>
            <translation>配方字段 %1：%2 的张量核心不做 %3 乘法</translation>
        </message>
        <message>
            <source>tensor core of %1: %2</source>
            <translation>%1 的张量核心：%2</translation>
        </message>
        <message>
            <source>recipe field pCast: %1, but V is %2 and a tensor core (mmaPv=%3) takes both operands in one format</source>
            <translation>配方字段 pCast：%1，但 V 是 %2，而张量核心（mmaPv=%3）要求两个操作数格式相同</translation>
        </message>
        <message>
            <source>ex2, rcp, lg2: %1</source>
            <translation>ex2、rcp、lg2：%1</translation>
        </message>
        <message>
            <source>head dim %1 is not among the recorded ones</source>
            <translation>头维度 %1 不在已记录之列</translation>
        </message>
        <message>
            <source>model: %1</source>
            <translation>模型：%1</translation>
        </message>
        <message>
            <source>published: %1</source>
            <translation>已发表：%1</translation>
        </message>
        <message>
            <source>%1 on %2: the order is the kernel's, no output of this device is recorded</source>
            <translation>%2 上的 %1：顺序取自该内核，没有此设备的输出记录</translation>
        </message>
        <message>
            <source>counterfactual: %1 needs compute capability %2.0, %3 has %4</source>
            <translation>反事实：%1 需要计算能力 %2.0，%3 为 %4</translation>
        </message>
        <message>
            <source>counterfactual: %1 takes one head dim for q, k and v, at most %2</source>
            <translation>反事实：%1 要求 q、k、v 的头维度相同，且至多为 %2</translation>
        </message>
        <message>
            <source>counterfactual: on compute capability %1 this library runs another kernel</source>
            <translation>反事实：在计算能力 %1 上此库运行另一个内核</translation>
        </message>
        <message>
            <source>softcap: tanh is correctly rounded here, a kernel's approximation is not modelled</source>
            <translation>softcap：这里的 tanh 是正确舍入的，未对内核的近似建模</translation>
        </message>
        <message>
            <source>split rule flashinfer: pages of one key tile, and %1 blocks on an SM, are assumed</source>
            <translation>划分规则 flashinfer：假定一页为一个键块，一个 SM 上有 %1 个线程块</translation>
        </message>
        <message>
            <source>an order of arrival is an event, not a rule: the next run may have another, and other bits</source>
            <translation>到达次序是一次事件，而不是规则：下一次运行可能有另一种次序，得到另外的位</translation>
        </message>
        <message>
            <source>changed by hand: %1</source>
            <translation>手动更改：%1</translation>
        </message>
        <message>
            <source>a fault, not an order of operations: %1</source>
            <translation>是故障，不是运算次序：%1</translation>
        </message>
        <message>
            <source>counterfactual: %1</source>
            <translation>反事实：%1</translation>
        </message>
        <message>
            <source>no query sees a key tile that reaches beyond the last key</source>
            <translation>没有查询看到超出最后一个键的键块</translation>
        </message>
        <message>
            <source>no query tile visits more than one key tile</source>
            <translation>没有查询块访问一个以上的键块</translation>
        </message>
        <message>
            <source>no query tile visits more than %1 key tiles</source>
            <translation>没有查询块访问超过 %1 个键块</translation>
        </message>
        <message>
            <source>the fault changes nothing here: %1</source>
            <translation>此处故障不改变任何值：%1</translation>
        </message>
        <message>
            <source>kernel option %1=%2: what it changes is not modelled</source>
            <translation>内核选项 %1=%2：未模拟它所改变的内容</translation>
        </message>
        <message>
            <source>no reproduced output has fewer than %1 queries; this problem has %2</source>
            <translation>已复现的输出至少有 %1 个查询；此问题有 %2 个</translation>
        </message>
        <message>
            <source>no reproduced output has query tiles of fewer than %1 rows; this run has %2</source>
            <translation>没有查询块少于 %1 行的已复现输出；此运行有 %2 行</translation>
        </message>
        <message>
            <source>no output with a scale of 0 or less is recorded</source>
            <translation>没有记录 scale 为 0 或更小的输出</translation>
        </message>
        <message>
            <source>only lengths that are multiples of %1 are recorded</source>
            <translation>只记录了长度为 %1 倍数的输出</translation>
        </message>
        <message>
            <source>no output with fewer KV heads than query heads is recorded</source>
            <translation>没有记录 KV 头少于查询头的输出</translation>
        </message>
        <message>
            <source>mask %1: no output with it is recorded (recorded: none, and causal with as many queries as keys)</source>
            <translation>掩码 %1：没有使用它的输出记录（已记录的：无掩码，以及查询数等于键数的因果掩码）</translation>
        </message>
        <message>
            <source>%1 with key lengths</source>
            <translation>%1（带键长度）</translation>
        </message>
        <message>
            <source>recipe field split: %1 splits, expected 1 to %2</source>
            <translation>配方字段 split：%1 份划分，应为 1 到 %2</translation>
        </message>
        <message>
            <source>the schedule would have %1 work tiles, more than the %2 that can be planned; use larger tiles or fewer heads</source>
            <translation>调度将有 %1 个工作块，超过可规划的 %2 个；请使用更大的块或更少的头</translation>
        </message>
        <message>
            <source>%1 is %2, expected 1 to %3: the combine kernel takes no more splits</source>
            <translation>%1 为 %2，应为 1 至 %3：合并内核不接受更多划分</translation>
        </message>
        <message>
            <source>%1 is missing, expected a whole number</source>
            <translation>缺少 %1，应为整数</translation>
        </message>
        <message>
            <source>%1 is missing, expected a number</source>
            <translation>缺少 %1，应为数字</translation>
        </message>
        <message>
            <source>%1: %2 is %3, expected %4</source>
            <translation>%1：%2 为 %3，应为 %4</translation>
        </message>
        <message>
            <source>%1 is unknown, expected dq or combine</source>
            <translation>%1 未知，应为 dq 或 combine</translation>
        </message>
        <message>
            <source>%1 has %2 twice, expected each mode once</source>
            <translation>%1 中 %2 出现两次，每种方式应出现一次</translation>
        </message>
        <message>
            <source>%1 is empty, expected a mode at least</source>
            <translation>%1 为空，应至少有一种方式</translation>
        </message>
        <message>
            <source>%1 is %2 and %3 is %4, expected at least 1 and 0</source>
            <translation>%1 为 %2，%3 为 %4，应分别不小于 1 和 0</translation>
        </message>
        <message>
            <source>%1 has an index that is not inside %2</source>
            <translation>%1 的下标不在 %2 之内</translation>
        </message>
        <message>
            <source>%1 has %2 sizes, expected batch, heads, queries and head dim</source>
            <translation>%1 有 %2 个尺寸，应为批量、头数、查询数和头维度</translation>
        </message>
        <message>
            <source>%1 has a size that is no whole number from 1</source>
            <translation>%1 中有一个尺寸不是从 1 起的整数</translation>
        </message>
        <message>
            <source>%1 is unknown, expected atomics, semaphore or fixed</source>
            <translation>%1 未知，应为 atomics、semaphore 或 fixed</translation>
        </message>
        <message>
            <source>%1 is no hexadecimal number, expected one as 0x0123456789abcdef</source>
            <translation>%1 不是十六进制数，应形如 0x0123456789abcdef</translation>
        </message>
        <message>
            <source>%1 has an entry without from, to and count</source>
            <translation>%1 中有一项缺少 from、to 和 count</translation>
        </message>
        <message>
            <source>%1 has no index of four, least, greatest and ulps</source>
            <translation>%1 缺少四元的 index、least、greatest 和 ulps</translation>
        </message>
        <message>
            <source>tensor %1 of the file</source>
            <translation>文件中的张量 %1</translation>
        </message>
        <message>
            <source>generated: standard normal, seed %1</source>
            <translation>生成：标准正态分布，种子 %1</translation>
        </message>
        <message>
            <source>shape %1, expected %2 (%3)</source>
            <translation>形状为 %1，应为 %2（%3）</translation>
        </message>
        <message>
            <source>holds %1, expected %2 like q, k and v</source>
            <translation>类型是 %1，应与 q、k、v 一样为 %2</translation>
        </message>
        <message>
            <source>the gradient of the output</source>
            <translation>输出的梯度</translation>
        </message>
        <message>
            <source>line %1, column %2</source>
            <translation>第 %1 行第 %2 列</translation>
        </message>
        <message>
            <source>a key in double quotes</source>
            <translation>双引号中的键名</translation>
        </message>
        <message>
            <source>a string in double quotes</source>
            <translation>双引号中的字符串</translation>
        </message>
        <message>
            <source>a value</source>
            <translation>一个值</translation>
        </message>
        <message>
            <source>%1 or %2</source>
            <translation>%1 或 %2</translation>
        </message>
        <message>
            <source>end of input</source>
            <translation>文本结束</translation>
        </message>
        <message>
            <source>invalid string: control character %1 must be escaped to %2</source>
            <translation>无效的字符串：控制字符 %1 必须转义为 %2</translation>
        </message>
        <message>
            <source>invalid string: missing closing quote</source>
            <translation>无效的字符串：缺少结尾的引号</translation>
        </message>
        <message>
            <source>invalid string: forbidden character after backslash</source>
            <translation>无效的字符串：反斜杠后有不允许的字符</translation>
        </message>
        <message>
            <source>invalid string: ill-formed UTF-8 byte</source>
            <translation>无效的字符串：不合规的 UTF-8 字节</translation>
        </message>
        <message>
            <source>invalid string: '\u' must be followed by 4 hex digits</source>
            <translation>无效的字符串：'\u' 之后必须有 4 位十六进制数字</translation>
        </message>
        <message>
            <source>invalid number; expected digit after '-'</source>
            <translation>无效的数；'-' 之后应为数字</translation>
        </message>
        <message>
            <source>invalid number; expected digit after '.'</source>
            <translation>无效的数；'.' 之后应为数字</translation>
        </message>
        <message>
            <source>invalid number; expected digit after exponent sign</source>
            <translation>无效的数；指数符号之后应为数字</translation>
        </message>
        <message>
            <source>invalid number; expected '+', '-', or digit after exponent</source>
            <translation>无效的数；指数标记之后应为 '+'、'-' 或数字</translation>
        </message>
        <message>
            <source>invalid BOM; must be 0xEF 0xBB 0xBF if given</source>
            <translation>无效的 BOM；若有则必须是 0xEF 0xBB 0xBF</translation>
        </message>
        <message>
            <source>%1: %2: unexpected %3, expected %4</source>
            <translation>%1：%2：意外的 %3，应为%4</translation>
        </message>
        <message>
            <source>%1: %2: the text ends, expected %3</source>
            <translation>%1：%2：文本到此结束，应为%3</translation>
        </message>
        <message>
            <source>%1: %2: the number %3 is too large, expected one that a double holds</source>
            <translation>%1：%2：数 %3 过大，应为 double 能表示的数</translation>
        </message>
        <message>
            <source>%1: %2: %3, expected %4</source>
            <translation>%1：%2：%3，应为%4</translation>
        </message>
        <message>
            <source>%1: %2: found %3, expected an object in braces: {...}</source>
            <translation>%1：%2：读到 %3，应为花括号中的对象：{...}</translation>
        </message>
        <message>
            <source>no tensor</source>
            <translation>没有张量</translation>
        </message>
        <message>
            <source>%1: has no tensor %2; it holds %3</source>
            <translation>%1：没有张量 %2；其中有 %3</translation>
        </message>
        <message>
            <source>more than %1</source>
            <translation>超过 %1</translation>
        </message>
        <message>
            <source>problem: its tensors would hold %1 values, expected at most %2</source>
            <translation>问题：其张量将有 %1 个值，应至多为 %2 个</translation>
        </message>
        <message>
            <source>%1, as chosen</source>
            <translation>%1，按所选</translation>
        </message>
        <message>
            <source>%1, from the file's metadata</source>
            <translation>%1，取自文件的元数据</translation>
        </message>
        <message>
            <source>%1 = 1/sqrt(%2), since the file does not say</source>
            <translation>%1 = 1/sqrt(%2)，因为文件未说明</translation>
        </message>
        <message>
            <source>%1, since the file does not say</source>
            <translation>%1，因为文件未说明</translation>
        </message>
        <message>
            <source>holds %1, %2 holds %3, expected one format for q, k and v</source>
            <translation>类型是 %1，而 %2 的类型是 %3；q、k、v 应为同一格式</translation>
        </message>
        <message>
            <source>written by %1</source>
            <translation>由 %1 写成</translation>
        </message>
        <message>
            <source>written by %1, for which there is no kernel here</source>
            <translation>由 %1 写成，这里没有对应的内核</translation>
        </message>
        <message>
            <source>%1, 16-bit values read as its bits</source>
            <translation>%1，16 位值按其比特读取</translation>
        </message>
        <message>
            <source>%1, of the tensors</source>
            <translation>%1，取自张量</translation>
        </message>
        <message>
            <source>with %1 copies of the problem in one batch</source>
            <translation>一个批次中有 %1 份该问题</translation>
        </message>
        <message>
            <source>%1, generated</source>
            <translation>%1，生成</translation>
        </message>
        <message>
            <source>%1, of the generated problem</source>
            <translation>%1，取自生成的问题</translation>
        </message>
        <message>
            <source>the inputs</source>
            <translation>输入</translation>
        </message>
        <message>
            <source>generated inputs come without an observed output, so there is no tensor %1</source>
            <translation>生成的输入不带记录的输出，因此没有张量 %1</translation>
        </message>
        <message>
            <source>is an input, expected an output</source>
            <translation>是输入，应为输出</translation>
        </message>
        <message>
            <source>the observed output</source>
            <translation>记录的输出</translation>
        </message>
        <message>
            <source>%1, key lengths [%2]</source>
            <translation>%1，键长度 [%2]</translation>
        </message>
        <message>
            <source>%1, %2 key lengths from %3 to %4</source>
            <translation>%1，%2 个键长度，从 %3 到 %4</translation>
        </message>
        <message>
            <source>metadata 'causal' is True and 'window_size' is (%1), expected one mask, not two</source>
            <translation>元数据 'causal' 为 True 且 'window_size' 为 (%1)，应只有一种掩码，而不是两种</translation>
        </message>
        <message>
            <source>the input's path %1 is not UTF-8, so no JSON file can hold it; rename the input</source>
            <translation>输入的路径 %1 不是 UTF-8，JSON 文件无法保存；请重命名输入</translation>
        </message>
        <message>
            <source>"layout" is %1, expected auto, BHND or BNHD</source>
            <translation>"layout" 是 %1，应为 auto、BHND 或 BNHD</translation>
        </message>
        <message>
            <source>"kind" is %1, expected file or generator</source>
            <translation>"kind" 是 %1，应为 file 或 generator</translation>
        </message>
        <message>
            <source>tensors are fp16, bf16 or fp32; tf32 is how a tensor core reads fp32</source>
            <translation>张量为 fp16、bf16 或 fp32；tf32 是张量核心读取 fp32 的方式</translation>
        </message>
        <message>
            <source>"keyLengths" must hold whole numbers below 2^31</source>
            <translation>"keyLengths" 中必须是小于 2^31 的整数</translation>
        </message>
        <message>
            <source>"set" holds %1, expected field=value</source>
            <translation>"set" 中有 %1，应为 field=value</translation>
        </message>
        <message>
            <source>"set": %1</source>
            <translation>"set"：%1</translation>
        </message>
        <message>
            <source>"batch" and "head" must not be negative</source>
            <translation>"batch" 与 "head" 不能为负</translation>
        </message>
        <message>
            <source>the first of %1 and %2 would be lost, expected 'mma' before a field that differs from it</source>
            <translation>%1 与 %2 中的前者会失效，'mma' 应写在与它不同的字段之前</translation>
        </message>
        <message>
            <source>the field %1 is set twice, %2 and %3, expected one value</source>
            <translation>字段 %1 被设定了两次，%2 与 %3，应只有一个值</translation>
        </message>
        <message>
            <source>[batch, sequence, heads, head dim]</source>
            <translation>[批次，序列，头，头维度]</translation>
        </message>
        <message>
            <source>[batch, heads, sequence, head dim]</source>
            <translation>[批次，头，序列，头维度]</translation>
        </message>
        <message>
            <source>shape %1, expected four sizes: %2</source>
            <translation>形状为 %1，应有四个尺寸：%2</translation>
        </message>
        <message>
            <source>shape %1, expected sizes of at least 1 and below 2^31</source>
            <translation>形状为 %1，尺寸应至少为 1 且小于 2^31</translation>
        </message>
        <message>
            <source>has %1 %2, %3 has %4, expected the same (shapes read as %5)</source>
            <translation>%1为 %2，%3 为 %4，二者应相同（形状按 %5 读取）</translation>
        </message>
        <message>
            <source>batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>has %1 heads, %2 has %3, expected a divisor (shapes read as %4)</source>
            <translation>有 %1 个头，%2 有 %3 个，前者应为后者的约数（形状按 %4 读取）</translation>
        </message>
        <message>
            <source>heads</source>
            <translation>头数</translation>
        </message>
        <message>
            <source>head dim</source>
            <translation>头维度</translation>
        </message>
        <message>
            <source>sequence length</source>
            <translation>序列长度</translation>
        </message>
        <message>
            <source>%1; if they are %2, choose the layout BNHD</source>
            <translation>%1；如果实为 %2，请选择布局 BNHD</translation>
        </message>
        <message>
            <source>%1 %2, guessed: BNHD fits the shapes too</source>
            <translation>%1 %2，为猜测：BNHD 也符合这些形状</translation>
        </message>
        <message>
            <source>%1 %2, the only one that fits the shapes</source>
            <translation>%1 %2，唯一符合这些形状的布局</translation>
        </message>
        <message>
            <source>%1 %2, as chosen</source>
            <translation>%1 %2，按所选</translation>
        </message>
        <message>
            <source>cancelled</source>
            <translation>已取消</translation>
        </message>
        <message>
            <source>the last step is done</source>
            <translation>最后一步已完成</translation>
        </message>
        <message>
            <source>no step is done yet</source>
            <translation>尚未执行任何步骤</translation>
        </message>
        <message>
            <source>colour map %1: expected three numbers in 0..1, got "%2"</source>
            <translation>颜色表 %1：应为 0..1 中的三个数，却是 "%2"</translation>
        </message>
        <message>
            <source>colour map %1: expected at least two colours</source>
            <translation>颜色表 %1：应至少有两种颜色</translation>
        </message>
        <message>
            <source>figure size must be 36 to 5000 points, got %1 x %2</source>
            <translation>图的大小必须为 36 到 5000 点，却是 %1 x %2</translation>
        </message>
        <message>
            <source>figure text must be 4 to 72 points, got %1</source>
            <translation>图的字号必须为 4 到 72 点，却是 %1</translation>
        </message>
        <message>
            <source>PNG resolution must be 36 to 2400 dpi and at most 20000 pixels a side, got %1 dpi</source>
            <translation>PNG 分辨率必须为 36 到 2400 dpi，且每边至多 20000 像素，却是 %1 dpi</translation>
        </message>
        <message>
            <source>cannot encode PNG: %1</source>
            <translation>无法编码 PNG：%1</translation>
        </message>
        <message>
            <source>cannot start a PDF document</source>
            <translation>无法开始 PDF 文档</translation>
        </message>
        <message>
            <source>the bundled fonts cannot be loaded</source>
            <translation>无法载入自带的字体</translation>
        </message>
        <message>
            <source>cannot write %1: %2</source>
            <translation>无法写入 %1：%2</translation>
        </message>
        <message>
            <source>%1: a figure file ends in .pdf, .svg or .png</source>
            <translation>%1：图文件的扩展名应为 .pdf、.svg 或 .png</translation>
        </message>
        <message>
            <source>%1: this figure holds no Ulpscope session</source>
            <translation>%1：此图不带 Ulpscope 会话</translation>
        </message>
        <message>
            <source>%1: not readable as SVG: %2</source>
            <translation>%1：无法按 SVG 读取：%2</translation>
        </message>
        <message>
            <source>cannot read %1: %2</source>
            <translation>无法读取 %1：%2</translation>
        </message>
        <message>
            <source>%1: too large for a figure</source>
            <translation>%1：太大，不可能是图</translation>
        </message>
        <message>
            <source>%1: expected a PNG, SVG or PDF figure</source>
            <translation>%1：应为 PNG、SVG 或 PDF 图</translation>
        </message>
        <message>
            <source>the PDF writer of this Qt version is not understood</source>
            <translation>无法解读此 Qt 版本写出的 PDF</translation>
        </message>
    </context>
    <context>
        <name>EnsembleCanvas</name>
        <message>
            <source>Click: show or copy this order</source>
            <translation>单击：显示或复制此顺序</translation>
        </message>
        <message>
            <source>Arrival orders</source>
            <translation>到达顺序</translation>
        </message>
    </context>
    <context>
        <name>EnsembleTable</name>
        <message>
            <source>result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>位</translation>
        </message>
        <message>
            <source>distance (representable values)</source>
            <translation>距离（可表示值）</translation>
        </message>
        <message>
            <source>orders</source>
            <translation>顺序数</translation>
        </message>
        <message>
            <source>share</source>
            <translation>占比</translation>
        </message>
        <message>
            <source>first order</source>
            <translation>首个顺序</translation>
        </message>
    </context>
    <context>
        <name>EnsembleView</name>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
        <message>
            <source>key tile %1</source>
            <translation>键块 %1</translation>
        </message>
        <message>
            <source>What is chosen in the tree is one partial result: choose a sum above it, or fold less</source>
            <translation>树中所选的只是一个部分结果：请选择其上的和，或减少折叠</translation>
        </message>
        <message>
            <source>numbers of the playground</source>
            <translation>试验台中的数</translation>
        </message>
        <message>
            <source>The playground adds in %1; numbers arrive in fp32 or fp64: choose one of these there</source>
            <translation>试验台以 %1 相加；到达的数为 fp32 或 fp64：请在那里选择其一</translation>
        </message>
        <message>
            <source>One number: there is nothing to order.</source>
            <translation>只有一个数：没有可排的顺序。</translation>
        </message>
        <message>
            <source>result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>位</translation>
        </message>
        <message>
            <source>distance</source>
            <translation>距离</translation>
        </message>
        <message>
            <source>orders</source>
            <translation>顺序数</translation>
        </message>
        <message>
            <source>orders by representable values from the correctly rounded sum</source>
            <translation>各顺序按与正确舍入之和相距的可表示值个数</translation>
        </message>
        <message>
            <source>orders by distance (representable values)</source>
            <translation>各顺序按距离（可表示值）</translation>
        </message>
        <message>
            <source>, log scale</source>
            <translation>，对数刻度</translation>
        </message>
        <message>
            <source>best order: %1</source>
            <translation>最好的顺序：%1</translation>
        </message>
        <message>
            <source>worst order: %1</source>
            <translation>最差的顺序：%1</translation>
        </message>
        <message>
            <source>best</source>
            <translation>最好</translation>
        </message>
        <message>
            <source>worst</source>
            <translation>最差</translation>
        </message>
        <message>
            <source>smallest</source>
            <translation>最小</translation>
        </message>
        <message>
            <source>largest</source>
            <translation>最大</translation>
        </message>
        <message>
            <source>%1 more</source>
            <translation>另外 %1 个</translation>
        </message>
        <message>
            <source>%1 partial results in %2, each with a weight, joined by fma</source>
            <translation>%1 个 %2 部分结果，各有权重，以 fma 合并</translation>
        </message>
        <message>
            <source>%1 partial results in %2</source>
            <translation>%1 个 %2 部分结果</translation>
        </message>
        <message>
            <source>added on %1</source>
            <translation>在 %1 上相加</translation>
        </message>
        <message>
            <source>added on the CPU</source>
            <translation>在 CPU 上相加</translation>
        </message>
        <message>
            <source>all %1 orders</source>
            <translation>全部 %1 种顺序</translation>
        </message>
        <message>
            <source>%1 random orders, seed %2</source>
            <translation>%1 种随机顺序，种子 %2</translation>
        </message>
        <message>
            <source>bit patterns: more than %1, about %2</source>
            <translation>位模式：超过 %1 种，约 %2 种</translation>
        </message>
        <message>
            <source>bit patterns: %1</source>
            <translation>位模式：%1 种</translation>
        </message>
        <message>
            <source>exact sum rounded once: %1</source>
            <translation>精确和只舍入一次：%1</translation>
        </message>
        <message>
            <source>%1 to %2</source>
            <translation>%1 至 %2</translation>
        </message>
        <message>
            <source>%1 representable values from the correctly rounded sum: %2 orders, %3</source>
            <translation>与正确舍入之和相距 %1 个可表示值：%2 种顺序，%3</translation>
        </message>
        <message>
            <source>%1 result: %2 (%3), %4 representable values from the correctly rounded sum</source>
            <translation>%1的结果：%2（%3），与正确舍入之和相距 %4 个可表示值</translation>
        </message>
        <message>
            <source>; %1 orders, %2</source>
            <translation>；%1 种顺序，%2</translation>
        </message>
        <message>
            <source>; first in order no. %1: %2</source>
            <translation>；首见于第 %1 号顺序：%2</translation>
        </message>
        <message>
            <source>sum of the tree</source>
            <translation>树中的和</translation>
        </message>
        <message>
            <source>playground</source>
            <translation>试验台</translation>
        </message>
        <message>
            <source>Which numbers</source>
            <translation>哪些数</translation>
        </message>
        <message>
            <source>The partial results of the sum that is chosen in the reduction tree, folded as it is there; or the numbers of the associativity playground</source>
            <translation>归约树中所选之和的部分结果，折叠方式与树中相同；或结合律试验台中的数</translation>
        </message>
        <message>
            <source>all orders</source>
            <translation>全部顺序</translation>
        </message>
        <message>
            <source>random orders</source>
            <translation>随机顺序</translation>
        </message>
        <message>
            <source>Which orders</source>
            <translation>哪些顺序</translation>
        </message>
        <message>
            <source>All orders of at most 16 partial results, or random ones</source>
            <translation>最多 16 个部分结果的全部顺序，或随机顺序</translation>
        </message>
        <message>
            <source>Orders</source>
            <translation>顺序数</translation>
        </message>
        <message>
            <source>Number of random orders</source>
            <translation>随机顺序的个数</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>Seed of the random orders</source>
            <translation>随机顺序的种子</translation>
        </message>
        <message>
            <source>The same seed gives the same orders, on every machine</source>
            <translation>同一种子在任何机器上给出同样的顺序</translation>
        </message>
        <message>
            <source>Copy the results with their orders</source>
            <translation>复制结果及其顺序</translation>
        </message>
        <message>
            <source>The partial results are being added in one order after another …</source>
            <translation>正在按一种又一种顺序把部分结果相加……</translation>
        </message>
        <message>
            <source>Stopped. Choose something else, or F5 to begin anew</source>
            <translation>已停止。请另选，或按 F5 重新开始</translation>
        </message>
        <message>
            <source>order of arrival: %1</source>
            <translation>到达顺序：%1</translation>
        </message>
        <message>
            <source>Copied the order of the %1 result</source>
            <translation>已复制%1结果的顺序</translation>
        </message>
        <message>
            <source>Arrival orders</source>
            <translation>到达顺序</translation>
        </message>
    </context>
    <context>
        <name>ErrorTable</name>
        <message>
            <source>query row</source>
            <translation>查询行</translation>
        </message>
        <message>
            <source>column of O</source>
            <translation>O 的列</translation>
        </message>
        <message>
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <source>output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>B</source>
            <translation>B</translation>
        </message>
        <message>
            <source>float64</source>
            <translation>float64</translation>
        </message>
    </context>
    <context>
        <name>ErrorView</name>
        <message>
            <source>A − B of the final output</source>
            <translation>最终输出的 A − B</translation>
        </message>
        <message>
            <source>final output against float64</source>
            <translation>最终输出与 float64 之差</translation>
        </message>
        <message>
            <source>A − B (values apart)</source>
            <translation>A − B(相差值数)</translation>
        </message>
        <message>
            <source>values that differ</source>
            <translation>不同的值</translation>
        </message>
        <message>
            <source>of all</source>
            <translation>占全部</translation>
        </message>
        <message>
            <source>farthest apart</source>
            <translation>相差最远</translation>
        </message>
        <message>
            <source>largest difference</source>
            <translation>最大差</translation>
        </message>
        <message>
            <source>fewest</source>
            <translation>最少</translation>
        </message>
        <message>
            <source>max</source>
            <translation>最大值</translation>
        </message>
        <message>
            <source>rms</source>
            <translation>均方根</translation>
        </message>
        <message>
            <source>bias</source>
            <translation>偏差</translation>
        </message>
        <message>
            <source>correctly rounded</source>
            <translation>正确舍入</translation>
        </message>
        <message>
            <source>bit-equal to A</source>
            <translation>与 A 逐位相等</translation>
        </message>
        <message>
            <source>bit-equal to B</source>
            <translation>与 B 逐位相等</translation>
        </message>
        <message>
            <source>not defined</source>
            <translation>无定义</translation>
        </message>
        <message>
            <source>NaN, infinite</source>
            <translation>NaN、无穷</translation>
        </message>
        <message>
            <source>float64 itself (ulp)</source>
            <translation>float64 自身(ulp)</translation>
        </message>
        <message>
            <source>in the bar, too many to mark</source>
            <translation>在色条范围内，过多无法标记</translation>
        </message>
        <message>
            <source>in the bar, marked</source>
            <translation>在色条范围内，已标记</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>O[%1, %2]; made exact one after another, from the top</source>
            <translation>O[%1，%2];自上而下依次改为精确</translation>
        </message>
        <message>
            <source>at the row's rms; rms over %1 of %2 rows; select a cell for its signed budget</source>
            <translation>取该行均方根；%2 行中 %1 行的均方根；选择单元格可看其带符号的预算</translation>
        </message>
        <message>
            <source>scores (mma)</source>
            <translation>得分(mma)</translation>
        </message>
        <message>
            <source>scale, argument</source>
            <translation>缩放、自变量</translation>
        </message>
        <message>
            <source>exp</source>
            <translation>exp</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
        <message>
            <source>row sum</source>
            <translation>行和</translation>
        </message>
        <message>
            <source>P cast</source>
            <translation>P 转换</translation>
        </message>
        <message>
            <source>PV (mma)</source>
            <translation>PV(mma)</translation>
        </message>
        <message>
            <source>combine</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>final factor</source>
            <translation>最终因子</translation>
        </message>
        <message>
            <source>output rounding</source>
            <translation>输出舍入</translation>
        </message>
        <message>
            <source>Error</source>
            <translation>误差</translation>
        </message>
    </context>
    <context>
        <name>ExperimentPanel</name>
        <message>
            <source>Problem</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Run A</source>
            <translation>运行 A</translation>
        </message>
        <message>
            <source>Run B</source>
            <translation>运行 B</translation>
        </message>
        <message>
            <source>Parts of the experiment</source>
            <translation>实验的各部分</translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <source>text as outlines (SVG)</source>
            <translation>文字转为轮廓(SVG)</translation>
        </message>
        <message>
            <source>Export figure</source>
            <translation>导出图</translation>
        </message>
        <message>
            <source>print</source>
            <translation>印刷</translation>
        </message>
        <message>
            <source>light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>view</source>
            <translation>视图</translation>
        </message>
        <message>
            <source>preset</source>
            <translation>预设</translation>
        </message>
        <message>
            <source>format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>width</source>
            <translation>宽</translation>
        </message>
        <message>
            <source>height</source>
            <translation>高</translation>
        </message>
        <message>
            <source>text size</source>
            <translation>字号</translation>
        </message>
        <message>
            <source>resolution (PNG)</source>
            <translation>分辨率(PNG)</translation>
        </message>
        <message>
            <source>theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>The file carries the session: dropped on the window, it opens this state again. The same session and preset give the same bytes, here and by "ulpscope figure".</source>
            <translation>文件带有会话：拖到窗口上即可重新打开此状态。相同的会话与预设给出相同的字节，在此处与用“ulpscope figure”都一样。</translation>
        </message>
        <message>
            <source>Preview at true size</source>
            <translation>实际大小预览</translation>
        </message>
        <message>
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>HeatmapCanvas</name>
        <message>
            <source>masked</source>
            <translation>已屏蔽</translation>
        </message>
        <message>
            <source>not computed yet</source>
            <translation>尚未计算</translation>
        </message>
        <message>
            <source>row %1, column %2: %3</source>
            <translation>行 %1，列 %2:%3</translation>
        </message>
    </context>
    <context>
        <name>HeatmapView</name>
        <message>
            <source>Heat map</source>
            <translation>热图</translation>
        </message>
        <message>
            <source>Heat map of %1</source>
            <translation>%1 的热图</translation>
        </message>
        <message>
            <source>Heat map of %1, %2 rows by %3 columns, %4 scale. Finite values from %5 to %6.</source>
            <translation>%1 的热图，%2 行 × %3 列，%4 标度。有限值从 %5 到 %6。</translation>
        </message>
        <message>
            <source>%1 NaN, %2 infinite.</source>
            <translation>%1 个 NaN,%2 个无穷。</translation>
        </message>
    </context>
    <context>
        <name>HistogramPlot</name>
        <message>
            <source>count</source>
            <translation>计数</translation>
        </message>
        <message>
            <source>%1, bin %2: %3 values</source>
            <translation>%1，区间 %2:%3 个值</translation>
        </message>
        <message>
            <source>Histogram</source>
            <translation>直方图</translation>
        </message>
        <message>
            <source>Histogram of %1: %2 values in %3 bins, most (%4) at %5.</source>
            <translation>%1 的直方图：%3 个区间中 %2 个值，最多(%4)在 %5。</translation>
        </message>
    </context>
    <context>
        <name>InspectorPanel</name>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>位</translation>
        </message>
        <message>
            <source>exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>error (ulp)</source>
            <translation>误差(ulp)</translation>
        </message>
        <message>
            <source>A and B: NaN against a number</source>
            <translation>A 与 B:NaN 对数值</translation>
        </message>
        <message>
            <source>A and B are %1 ulp apart</source>
            <translation>A 与 B 相差 %1 ulp</translation>
        </message>
        <message>
            <source>Click a cell of a matrix, or press Ctrl+G, to see its bits and where its error comes from.</source>
            <translation>单击矩阵的单元格或按 Ctrl+G，查看它的位以及误差从何而来。</translation>
        </message>
        <message>
            <source>Row %1 is selected. Click a cell of O, S or P for its bits.</source>
            <translation>已选第 %1 行。单击 O、S 或 P 的单元格可看它的位。</translation>
        </message>
        <message>
            <source>row %1 is not in the current query tile</source>
            <translation>第 %1 行不在当前查询块中</translation>
        </message>
        <message>
            <source>row %1 after %2</source>
            <translation>%2 之后的第 %1 行</translation>
        </message>
        <message>
            <source>tile</source>
            <translation>块</translation>
        </message>
        <message>
            <source>key tile %1, keys %2–%3: tile max %4, tile sum %5</source>
            <translation>键块 %1，键 %2–%3：块最大值 %4，块和 %5</translation>
        </message>
        <message>
            <source>A and B are equal</source>
            <translation>A 与 B 相等</translation>
        </message>
        <message>
            <source>The plans of A and B part first here</source>
            <translation>A 与 B 的计划最先在这里分开</translation>
        </message>
        <message>
            <source>First divergence of A and B</source>
            <translation>A 与 B 的首个分歧</translation>
        </message>
        <message>
            <source>how it came about (click: go there)</source>
            <translation>如何得来(单击：转到该处)</translation>
        </message>
        <message>
            <source>error budget of this value</source>
            <translation>该值的误差预算</translation>
        </message>
        <message>
            <source>How the value came about, by key tile</source>
            <translation>该值如何逐键块得来</translation>
        </message>
        <message>
            <source>Error budget of the selected value</source>
            <translation>所选值的误差预算</translation>
        </message>
        <message>
            <source>Go there</source>
            <translation>转到该处</translation>
        </message>
        <message>
            <source>The earliest step, row and column at which the bits of A and B part (Ctrl+Shift+D)</source>
            <translation>A 与 B 的位最早分开的步骤、行与列(Ctrl+Shift+D)</translation>
        </message>
    </context>
    <context>
        <name>KeyList</name>
        <message>
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <source>Where the keyboard focus is</source>
            <translation>键盘焦点所在处</translation>
        </message>
        <message>
            <source>arrows</source>
            <translation>方向键</translation>
        </message>
        <message>
            <source>map: move the cell cursor (Shift: 16 cells); timeline: step; list: move</source>
            <translation>热图：移动单元格光标(Shift:16 格)；时间线：步进；列表：移动</translation>
        </message>
        <message>
            <source>Return</source>
            <translation>回车</translation>
        </message>
        <message>
            <source>map: select the cell; list: go to the step</source>
            <translation>热图：选择单元格；列表：转到该步骤</translation>
        </message>
        <message>
            <source>map, timeline: zoom</source>
            <translation>热图、时间线：缩放</translation>
        </message>
        <message>
            <source>timeline: start and end</source>
            <translation>时间线：开头与末尾</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除键</translation>
        </message>
        <message>
            <source>pins: take the pin off</source>
            <translation>固定项：取消固定</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>KnownBadge</name>
        <message>
            <source>counterfactual</source>
            <translation>反事实</translation>
        </message>
        <message>
            <source>reproduced</source>
            <translation>已复现</translation>
        </message>
        <message>
            <source>published</source>
            <translation>已发表</translation>
        </message>
        <message>
            <source>model</source>
            <translation>模型</translation>
        </message>
    </context>
    <context>
        <name>LaunchesCanvas</name>
        <message>
            <source>Real launches</source>
            <translation>真实启动</translation>
        </message>
    </context>
    <context>
        <name>LaunchesTable</name>
        <message>
            <source>addition</source>
            <translation>加法方式</translation>
        </message>
        <message>
            <source>hash of the output</source>
            <translation>输出的哈希</translation>
        </message>
        <message>
            <source>launches</source>
            <translation>启动次数</translation>
        </message>
        <message>
            <source>share</source>
            <translation>占比</translation>
        </message>
        <message>
            <source>first launch</source>
            <translation>首次启动</translation>
        </message>
    </context>
    <context>
        <name>LaunchesView</name>
        <message>
            <source>%1: launches of each distinct output</source>
            <translation>%1：每种不同输出的启动次数</translation>
        </message>
        <message>
            <source>%1: launches of each output</source>
            <translation>%1：每种输出的启动次数</translation>
        </message>
        <message>
            <source>, the %1 most frequent of %2</source>
            <translation>，%2 种中最常见的 %1 种</translation>
        </message>
        <message>
            <source>, log scale</source>
            <translation>，对数刻度</translation>
        </message>
        <message>
            <source>values by spread over the launches in ulp, log scale</source>
            <translation>按各次启动间的离散度（ulp）统计的值数，对数刻度</translation>
        </message>
        <message>
            <source>values by spread in ulp, log scale</source>
            <translation>按离散度（ulp）统计的值数，对数刻度</translation>
        </message>
        <message>
            <source>atomics</source>
            <translation>原子加</translation>
        </message>
        <message>
            <source>semaphore</source>
            <translation>信号量</translation>
        </message>
        <message>
            <source>fixed order</source>
            <translation>固定顺序</translation>
        </message>
        <message>
            <source>output: %1 splits</source>
            <translation>输出：%1 个划分</translation>
        </message>
        <message>
            <source>dQ: up to %1 key tiles an element</source>
            <translation>dQ：每个元素至多 %1 个键块</translation>
        </message>
        <message>
            <source>measured on %1, %2</source>
            <translation>测于 %1，%2</translation>
        </message>
        <message>
            <source>fixed order: accumulators: %1</source>
            <translation>固定顺序：累加器数 %1</translation>
        </message>
        <message>
            <source>distinct outputs: %1 of %2 launches</source>
            <translation>不同输出：%2 次启动中 %1 种</translation>
        </message>
        <message>
            <source>outputs: %1</source>
            <translation>输出：%1 种</translation>
        </message>
        <message>
            <source>%1, replayed on the CPU: %2 of %3 differ</source>
            <translation>%1，在 CPU 上重放：%3 个中 %2 个不同</translation>
        </message>
        <message>
            <source>; terms: %1 of %2; %3 values not in ascending order</source>
            <translation>；加数：%2 个中 %1 个不同；%3 个值未按升序到达</translation>
        </message>
        <message>
            <source>; values that fit no order: %1</source>
            <translation>；不符合任何次序的值：%1</translation>
        </message>
        <message>
            <source>Replayed on the CPU, of %1 differ: %2</source>
            <translation>在 CPU 上重放，%1 个中不同的：%2</translation>
        </message>
        <message>
            <source>%1 of %2 values are not always the same (%3); widest: [%4, %5, %6, %7], %8 to %9</source>
            <translation>%2 个值中有 %1 个并非总是相同（%3）；差别最大：[%4, %5, %6, %7]，%8 至 %9</translation>
        </message>
        <message>
            <source>output %1 of %2: %3 launches (%4), the first is no. %5; hash %6</source>
            <translation>第 %1 种输出（共 %2 种）：%3 次启动（%4），首次为第 %5 次；哈希 %6</translation>
        </message>
        <message>
            <source>spread of %1 ulp: %2 values (%3)</source>
            <translation>离散度 %1 ulp：%2 个值（%3）</translation>
        </message>
        <message>
            <source>a launch takes %1 (median), at least %2 ms</source>
            <translation>一次启动耗时 %1（中位数），最少 %2 ms</translation>
        </message>
        <message>
            <source>dQ</source>
            <translation>dQ</translation>
        </message>
        <message>
            <source>split outputs</source>
            <translation>划分的输出</translation>
        </message>
        <message>
            <source>Which sum is launched</source>
            <translation>启动哪个和</translation>
        </message>
        <message>
            <source>The key tiles' contributions to the gradient of q, or the outputs of A's splits</source>
            <translation>各键块对 q 的梯度的贡献，或 A 的各划分的输出</translation>
        </message>
        <message>
            <source>No launches yet: Run makes some on this machine's GPU, Open… shows those of a file</source>
            <translation>尚无启动：“运行”在本机 GPU 上启动，“打开…”显示文件中的启动</translation>
        </message>
        <message>
            <source>Launches</source>
            <translation>启动次数</translation>
        </message>
        <message>
            <source>Number of launches</source>
            <translation>启动次数</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Launch A's sum so often by atomics, by a semaphore and in the kernel's fixed order, and add a recorded launch again on the CPU</source>
            <translation>分别以原子加、信号量和内核的固定顺序将 A 的和启动这么多次，并在 CPU 上重新累加一次记录下来的启动</translation>
        </message>
        <message>
            <source>Open…</source>
            <translation>打开…</translation>
        </message>
        <message>
            <source>Show launches from a file: ulpscope-cli arrivals -o writes such files</source>
            <translation>显示文件中的启动：ulpscope-cli arrivals -o 会写出这种文件</translation>
        </message>
        <message>
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <source>Write these launches to a file that can be shown without a GPU</source>
            <translation>将这些启动写入文件，无需 GPU 即可显示</translation>
        </message>
        <message>
            <source>The GPU is launching …</source>
            <translation>GPU 正在启动 …</translation>
        </message>
        <message>
            <source>Run needs a GPU: %1</source>
            <translation>运行需要 GPU：%1</translation>
        </message>
        <message>
            <source>Open launches</source>
            <translation>打开启动</translation>
        </message>
        <message>
            <source>Launches (*.json)</source>
            <translation>启动 (*.json)</translation>
        </message>
        <message>
            <source>Save launches</source>
            <translation>保存启动</translation>
        </message>
        <message>
            <source>Wrote %1</source>
            <translation>已写入 %1</translation>
        </message>
        <message>
            <source>Real launches</source>
            <translation>真实启动</translation>
        </message>
    </context>
    <context>
        <name>LineStepPlot</name>
        <message>
            <source>%1 · no room for: %2</source>
            <translation>%1 · 放不下：%2</translation>
        </message>
        <message>
            <source>final %1</source>
            <translation>最终 %1</translation>
        </message>
        <message>
            <source>Values over tiles</source>
            <translation>各块的值</translation>
        </message>
        <message numerus="yes">
            <source>Step plot of %1 over %n tile(s).</source>
            <translation>
                <numerusform>%1 在 %n 个块上的阶梯图。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Experiment</source>
            <translation>实验</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>检查器</translation>
        </message>
        <message>
            <source>Pins</source>
            <translation>固定项</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Sa&amp;mples</source>
            <translation>示例(&amp;M)</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>最近打开(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Theme</source>
            <translation>主题(&amp;T)</translation>
        </message>
        <message>
            <source>B: A's run on another &amp;device</source>
            <translation>B：A 的运行换到另一设备(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Panels</source>
            <translation>面板(&amp;P)</translation>
        </message>
        <message>
            <source>Take back the last change of problem or runs</source>
            <translation>撤回对问题或运行的上一次更改</translation>
        </message>
        <message>
            <source>Do again what was taken back</source>
            <translation>重做撤回的更改</translation>
        </message>
        <message>
            <source>Samples</source>
            <translation>示例</translation>
        </message>
        <message>
            <source>Built-in sessions</source>
            <translation>内置会话</translation>
        </message>
        <message>
            <source>Tool bar</source>
            <translation>工具栏</translation>
        </message>
        <message>
            <source>As the &amp;system</source>
            <translation>跟随系统(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Light</source>
            <translation>浅色(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Dark</source>
            <translation>深色(&amp;D)</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Explore</source>
            <translation>探索</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>The session has changes that are not saved.</source>
            <translation>会话有未保存的更改。</translation>
        </message>
        <message>
            <source>Without saving they are lost.</source>
            <translation>不保存就会丢失。</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Discard</source>
            <translation>放弃(&amp;D)</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Select a row or a cell first; then Ctrl+P pins it.</source>
            <translation>请先选择一行或一个单元格；再按 Ctrl+P 固定。</translation>
        </message>
        <message>
            <source>nothing yet</source>
            <translation>暂无</translation>
        </message>
        <message>
            <source>Tensors, sessions, figures (*.safetensors *.npz *.npy *.ulps.json *.pdf *.svg *.png);;All files (*)</source>
            <translation>张量、会话、图 (*.safetensors *.npz *.npy *.ulps.json *.pdf *.svg *.png);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Saved %1.</source>
            <translation>已保存 %1。</translation>
        </message>
        <message>
            <source>Save session</source>
            <translation>保存会话</translation>
        </message>
        <message>
            <source>Session (*.ulps.json)</source>
            <translation>会话 (*.ulps.json)</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Exported %1.</source>
            <translation>已导出 %1。</translation>
        </message>
        <message>
            <source>There is nothing to copy yet.</source>
            <translation>还没有可复制的内容。</translation>
        </message>
        <message>
            <source>Copied %1 as a picture.</source>
            <translation>已把 %1 复制为图片。</translation>
        </message>
        <message>
            <source>Copied: %1</source>
            <translation>已复制：%1</translation>
        </message>
        <message>
            <source>Go to cell</source>
            <translation>转到单元格</translation>
        </message>
        <message>
            <source>For example: row 17 col 20, row 17 key 203, step 83</source>
            <translation>例如：row 17 col 20、row 17 key 203、step 83</translation>
        </message>
        <message>
            <source>Go</source>
            <translation>前往</translation>
        </message>
        <message>
            <source>swap A and B</source>
            <translation>交换 A 与 B</translation>
        </message>
    </context>
    <context>
        <name>MatrixTable</name>
        <message>
            <source>masked</source>
            <translation>已屏蔽</translation>
        </message>
    </context>
    <context>
        <name>MatrixView</name>
        <message>
            <source>B is an output alone: it has no scores</source>
            <translation>B 只是输出：没有得分</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>S and P are not kept for more than 4096 × 4096 cells; select a row to see its values</source>
            <translation>超过 4096 × 4096 个单元格时不保留 S 与 P；选择一行可看其值</translation>
        </message>
        <message>
            <source>There is no second run to subtract</source>
            <translation>没有可相减的第二次运行</translation>
        </message>
        <message>
            <source>A and B have different shapes</source>
            <translation>A 与 B 形状不同</translation>
        </message>
        <message>
            <source>A − B of S (ulp of fp32)</source>
            <translation>S 的 A − B(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>A − B of P (ulp of fp32)</source>
            <translation>P 的 A − B(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>raw score q·k</source>
            <translation>原始得分 q·k</translation>
        </message>
        <message>
            <source>P, relative to the running max</source>
            <translation>P，相对运行最大值</translation>
        </message>
        <message>
            <source>query row</source>
            <translation>查询行</translation>
        </message>
        <message>
            <source>key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>error (ulp of %1)</source>
            <translation>误差(%1 的 ulp)</translation>
        </message>
        <message>
            <source>distance from the correctly rounded value (%1 values)</source>
            <translation>与正确舍入值的距离(%1 的值数)</translation>
        </message>
        <message>
            <source>error</source>
            <translation>误差</translation>
        </message>
        <message>
            <source>relative error</source>
            <translation>相对误差</translation>
        </message>
        <message>
            <source>error / sum of |p v|</source>
            <translation>误差 / |p v| 之和</translation>
        </message>
        <message>
            <source>significant bits</source>
            <translation>有效位数</translation>
        </message>
        <message>
            <source>column of O</source>
            <translation>O 的列</translation>
        </message>
        <message>
            <source>O in float64</source>
            <translation>float64 的 O</translation>
        </message>
        <message>
            <source>There is no second run</source>
            <translation>没有第二次运行</translation>
        </message>
        <message>
            <source>A − B of O (representable values apart)</source>
            <translation>O 的 A − B(相差的可表示值数)</translation>
        </message>
        <message>
            <source>output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>S: scores</source>
            <translation>S：得分</translation>
        </message>
        <message>
            <source>P: exponentials</source>
            <translation>P：指数</translation>
        </message>
        <message>
            <source>O: output</source>
            <translation>O：输出</translation>
        </message>
        <message>
            <source>Error of O</source>
            <translation>O 的误差</translation>
        </message>
        <message>
            <source>head %1, batch entry %2</source>
            <translation>头 %1，批次项 %2</translation>
        </message>
        <message>
            <source>head %1</source>
            <translation>头 %1</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>values apart</source>
            <translation>相差值数</translation>
        </message>
        <message>
            <source>absolute</source>
            <translation>绝对</translation>
        </message>
        <message>
            <source>relative</source>
            <translation>相对</translation>
        </message>
        <message>
            <source>per |p v|</source>
            <translation>每 |p v|</translation>
        </message>
        <message>
            <source>Error metric</source>
            <translation>误差度量</translation>
        </message>
        <message>
            <source>How the error against float64 is measured</source>
            <translation>如何度量相对 float64 的误差</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>all steps</source>
            <translation>全部步骤</translation>
        </message>
        <message>
            <source>final</source>
            <translation>最终</translation>
        </message>
        <message>
            <source>accumulator after step %1</source>
            <translation>第 %1 步之后的累加器</translation>
        </message>
        <message>
            <source>one split's output after step %1</source>
            <translation>第 %1 步之后一个分片的输出</translation>
        </message>
        <message>
            <source>accumulator, not normalised</source>
            <translation>累加器，未归一化</translation>
        </message>
        <message>
            <source>output of one split</source>
            <translation>一个分片的输出</translation>
        </message>
        <message>
            <source>Quantity</source>
            <translation>量</translation>
        </message>
        <message>
            <source>What the map shows of the selected head</source>
            <translation>热图显示所选头的什么</translation>
        </message>
        <message>
            <source>Matrix</source>
            <translation>矩阵</translation>
        </message>
    </context>
    <context>
        <name>MessageBar</name>
        <message>
            <source>Close this message</source>
            <translation>关闭此消息</translation>
        </message>
    </context>
    <context>
        <name>MessagePanel</name>
        <message>
            <source>Messages</source>
            <translation>消息</translation>
        </message>
    </context>
    <context>
        <name>Navigator</name>
        <message>
            <source>No further event in this head.</source>
            <translation>该头之后没有事件。</translation>
        </message>
        <message>
            <source>No earlier event in this head.</source>
            <translation>该头之前没有事件。</translation>
        </message>
        <message>
            <source>A and B are still being compared.</source>
            <translation>仍在比较 A 与 B。</translation>
        </message>
        <message>
            <source>There is no B to compare with: add a run B or choose a recorded output.</source>
            <translation>没有可比较的 B：请添加运行 B 或选择记录的输出。</translation>
        </message>
        <message>
            <source>A and B are equal to the last bit.</source>
            <translation>A 与 B 逐位相等。</translation>
        </message>
    </context>
    <context>
        <name>NodeHistoryList</name>
        <message>
            <source>step</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>own error</source>
            <translation>自身误差</translation>
        </message>
        <message>
            <source>what was added</source>
            <translation>所加内容</translation>
        </message>
        <message>
            <source>History of the chosen node</source>
            <translation>所选节点的历史</translation>
        </message>
        <message>
            <source>Node of the tree: its last %1 of %2 additions</source>
            <translation>树的节点：%2 次加法中的最后 %1 次</translation>
        </message>
        <message>
            <source>Node of the tree: its additions</source>
            <translation>树的节点：其加法</translation>
        </message>
    </context>
    <context>
        <name>PinModel</name>
        <message>
            <source>After the last key tile that is done: the accumulator, not yet divided</source>
            <translation>最后一个完成的键块之后：累加器，尚未相除</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>now</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>Δ ulp</source>
            <translation>Δ ulp</translation>
        </message>
        <message>
            <source>course</source>
            <translation>过程</translation>
        </message>
    </context>
    <context>
        <name>PinsPanel</name>
        <message>
            <source>Nothing pinned. Ctrl+P or Ctrl+click keeps a value in view at every step; Delete takes it off.</source>
            <translation>没有固定项。Ctrl+P 或 Ctrl+单击可让值在每一步都可见；删除键取消固定。</translation>
        </message>
        <message>
            <source>Pinned values</source>
            <translation>固定的值</translation>
        </message>
    </context>
    <context>
        <name>PlaygroundCanvas</name>
        <message>
            <source>Associativity playground</source>
            <translation>结合律试验台</translation>
        </message>
    </context>
    <context>
        <name>PlaygroundView</name>
        <message>
            <source>%1, %2: result %3, exact %4, error %5 ulp</source>
            <translation>%1，%2：结果 %3，精确值 %4，误差 %5 ulp</translation>
        </message>
        <message>
            <source>One number: there is nothing to add.</source>
            <translation>只有一个数：没有可加的。</translation>
        </message>
        <message>
            <source>Steps that are not shown: %1</source>
            <translation>未显示的步数：%1</translation>
        </message>
        <message>
            <source>exact sum</source>
            <translation>精确和</translation>
        </message>
        <message>
            <source>rounded</source>
            <translation>舍入后</translation>
        </message>
        <message>
            <source>rounded: %1</source>
            <translation>舍入后：%1</translation>
        </message>
        <message>
            <source>Rounded: %1</source>
            <translation>舍入后：%1</translation>
        </message>
        <message>
            <source>result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>its bits</source>
            <translation>结果的位</translation>
        </message>
        <message>
            <source>exact, rounded once</source>
            <translation>精确和，舍入一次</translation>
        </message>
        <message>
            <source>error</source>
            <translation>误差</translation>
        </message>
        <message>
            <source>error in ulp</source>
            <translation>误差(ulp)</translation>
        </message>
        <message>
            <source>tree</source>
            <translation>树</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>Equal letters: equal bits.</source>
            <translation>字母相同：位相同。</translation>
        </message>
        <message>
            <source>as typed</source>
            <translation>按输入</translation>
        </message>
        <message>
            <source>sequential</source>
            <translation>依次</translation>
        </message>
        <message>
            <source>reverse</source>
            <translation>逆序</translation>
        </message>
        <message>
            <source>pairwise</source>
            <translation>两两</translation>
        </message>
        <message>
            <source>butterfly</source>
            <translation>蝶形</translation>
        </message>
        <message>
            <source>%1 running sums</source>
            <translation>%1 个运行和</translation>
        </message>
        <message>
            <source>step %1</source>
            <translation>第 %1 步</translation>
        </message>
        <message>
            <source>step %1: %2</source>
            <translation>第 %1 步：%2</translation>
        </message>
        <message>
            <source>Exact: nothing is dropped.</source>
            <translation>精确：没有舍去任何位。</translation>
        </message>
        <message>
            <source>Less than half of the last place is dropped: rounded toward zero</source>
            <translation>舍去的不足末位的一半：向零舍入</translation>
        </message>
        <message>
            <source>More than half of the last place is dropped: rounded away from zero</source>
            <translation>舍去的超过末位的一半：远离零舍入</translation>
        </message>
        <message>
            <source>A tie, just half of the last place is dropped: the kept part is even and stays</source>
            <translation>平局，舍去的恰为末位的一半：保留部分为偶，不变</translation>
        </message>
        <message>
            <source>A tie, just half of the last place is dropped: away from zero, to the even neighbour</source>
            <translation>平局，舍去的恰为末位的一半：远离零，到相邻的偶数</translation>
        </message>
        <message>
            <source>Beyond the largest number of the format: infinity.</source>
            <translation>超出格式的最大数：成为无穷。</translation>
        </message>
        <message>
            <source>Beyond the largest number of the format: that number instead.</source>
            <translation>超出格式的最大数：以该数代替。</translation>
        </message>
        <message>
            <source>Not a number: an operand is none, or infinities of different signs.</source>
            <translation>不是数：有操作数不是数，或两个无穷符号不同。</translation>
        </message>
        <message>
            <source>An operand is infinite, and so is the sum.</source>
            <translation>有操作数为无穷，和也为无穷。</translation>
        </message>
        <message>
            <source> (guard %1, round %2, sticky %3).</source>
            <translation> (guard %1，round %2，sticky %3)。</translation>
        </message>
        <message>
            <source>Error of this step %1, accumulated %2</source>
            <translation>本步误差 %1，累计 %2</translation>
        </message>
        <message>
            <source>All orders are tried for up to %1 numbers.</source>
            <translation>至多 %1 个数时会试遍所有次序。</translation>
        </message>
        <message>
            <source>All %1 orders, one number after another: 1 result</source>
            <translation>全部 %1 种次序，逐个相加：1 个结果</translation>
        </message>
        <message>
            <source>All %1 orders, one number after another: %2 different results, from %3 to %4</source>
            <translation>全部 %1 种次序，逐个相加：%2 个不同的结果，从 %3 到 %4</translation>
        </message>
        <message>
            <source>Not numbers of %1, rounded when read: %2</source>
            <translation>不是 %1 的数，读入时已舍入：%2</translation>
        </message>
        <message>
            <source>Step %1: %2 plus %3 gives %4. %5</source>
            <translation>第 %1 步：%2 加 %3 得 %4。%5</translation>
        </message>
        <message>
            <source>%1 numbers added in %2, %3: result %4, exact %5, error %6 ulp.</source>
            <translation>%1 个数以 %2 相加，%3：结果 %4，精确值 %5，误差 %6 ulp。</translation>
        </message>
        <message>
            <source>(1e8 + -1e8) + 1: the large numbers first</source>
            <translation>(1e8 + -1e8) + 1：先加大数</translation>
        </message>
        <message>
            <source>1e8 + (-1e8 + 1): the 1 is lost</source>
            <translation>1e8 + (-1e8 + 1)：1 丢失了</translation>
        </message>
        <message>
            <source>[2^26, 1, -2^26, 1]: 0, 1 or 2</source>
            <translation>[2^26, 1, -2^26, 1]：0、1 或 2</translation>
        </message>
        <message>
            <source>Eight numbers that cancel: 275 results</source>
            <translation>相互抵消的八个数：275 个结果</translation>
        </message>
        <message>
            <source>2048 + 1 + 1 in fp16: ties to even</source>
            <translation>fp16 中的 2048 + 1 + 1：平局取偶</translation>
        </message>
        <message>
            <source>0.1 + 0.2 + 0.3: numbers that are rounded when read</source>
            <translation>0.1 + 0.2 + 0.3：读入时就被舍入的数</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>Format of the numbers, of each sum and of the result</source>
            <translation>数字、每次求和与结果的格式</translation>
        </message>
        <message>
            <source>Tree</source>
            <translation>树</translation>
        </message>
        <message>
            <source>Which numbers are added first</source>
            <translation>哪些数先相加</translation>
        </message>
        <message>
            <source>Numbers or expression</source>
            <translation>数字或算式</translation>
        </message>
        <message>
            <source>(1e8 + -1e8) + 1   or   2^26, 1, -2^26, 1</source>
            <translation>(1e8 + -1e8) + 1   或   2^26, 1, -2^26, 1</translation>
        </message>
        <message>
            <source>Numbers with spaces or commas between them, or an expression with +, - and parentheses. A number is a decimal, a power (2^26), a hexadecimal float (0x1p26) or the bits of the format (0x4c800000).</source>
            <translation>以空格或逗号分隔的数字，或由 +、- 和括号组成的算式。数字可为十进制数、幂(2^26)、十六进制浮点数(0x1p26)或该格式的位(0x4c800000)。</translation>
        </message>
        <message>
            <source>Examples</source>
            <translation>示例</translation>
        </message>
        <message>
            <source>Sums to begin with</source>
            <translation>可由此开始的求和</translation>
        </message>
        <message>
            <source>step</source>
            <translation>步</translation>
        </message>
        <message>
            <source>left</source>
            <translation>左</translation>
        </message>
        <message>
            <source>right</source>
            <translation>右</translation>
        </message>
        <message>
            <source>bits</source>
            <translation>位</translation>
        </message>
        <message>
            <source>rounding</source>
            <translation>舍入</translation>
        </message>
        <message>
            <source>error of the step</source>
            <translation>本步误差</translation>
        </message>
        <message>
            <source>accumulated error</source>
            <translation>累计误差</translation>
        </message>
        <message>
            <source>Associativity playground</source>
            <translation>结合律试验台</translation>
        </message>
    </context>
    <context>
        <name>ProblemForm</name>
        <message>
            <source>dtype</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>mask</source>
            <translation>掩码</translation>
        </message>
        <message>
            <source>outputs</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>scale</source>
            <translation>缩放</translation>
        </message>
        <message>
            <source>batch entry</source>
            <translation>批次项</translation>
        </message>
        <message>
            <source>head</source>
            <translation>头</translation>
        </message>
        <message>
            <source>softcap</source>
            <translation>softcap</translation>
        </message>
        <message>
            <source>values</source>
            <translation>取值</translation>
        </message>
        <message>
            <source>seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <source>gain of q</source>
            <translation>q 的增益</translation>
        </message>
        <message>
            <source>format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>queries</source>
            <translation>查询数</translation>
        </message>
        <message>
            <source>keys</source>
            <translation>键数</translation>
        </message>
        <message>
            <source>head dim</source>
            <translation>头维度</translation>
        </message>
        <message>
            <source>heads</source>
            <translation>头数</translation>
        </message>
        <message>
            <source>KV heads</source>
            <translation>KV 头数</translation>
        </message>
        <message>
            <source>Tensors %1, %2, %3…</source>
            <translation>张量 %1、%2、%3…</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>"%1" is not a number.</source>
            <translation>“%1”不是数字。</translation>
        </message>
        <message>
            <source>Which tensors of the file are q, k and v, and how their axes lie</source>
            <translation>文件中哪些张量是 q、k、v，以及各轴如何排列</translation>
        </message>
        <message>
            <source>none, causal-top-left (PyTorch), causal-bottom-right (FlashAttention), window:left,right</source>
            <translation>none、causal-top-left(PyTorch)、causal-bottom-right(FlashAttention)、window:left,right</translation>
        </message>
        <message>
            <source>Softmax scale; empty: the file's own, or 1 / √d</source>
            <translation>softmax 缩放；留空：文件自带的值，或 1 / √d</translation>
        </message>
        <message>
            <source>Scores become c · tanh(s / c); empty: off</source>
            <translation>得分变为 c · tanh(s / c)；留空：关闭</translation>
        </message>
        <message>
            <source>The batch entry whose head is shown</source>
            <translation>所显示的头属于哪个批次项</translation>
        </message>
        <message>
            <source>The head that all views show</source>
            <translation>所有视图显示的头</translation>
        </message>
        <message>
            <source>How the inputs are made; all but normal and uniform are patterns whose right output is known by sight</source>
            <translation>输入如何生成；除 normal 与 uniform 外都是一眼可知正确输出的图案</translation>
        </message>
        <message>
            <source>The same seed gives the same inputs on every machine</source>
            <translation>同一种子在每台机器上给出同样的输入</translation>
        </message>
        <message>
            <source>Factor on q: large scores make a peaked softmax</source>
            <translation>q 的倍数：大的得分使 softmax 尖锐</translation>
        </message>
        <message>
            <source>Number format of q, k, v and the output</source>
            <translation>q、k、v 与输出的数值格式</translation>
        </message>
    </context>
    <context>
        <name>ProblemText</name>
        <message numerus="yes">
            <source>%n heads</source>
            <translation>
                <numerusform>%n 个头</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 heads on %2 KV heads</source>
            <translation>%1 个头，%2 个 KV 头</translation>
        </message>
        <message>
            <source>%1 · %2 × %3 · d %4 · %5</source>
            <translation>%1 · %2 × %3 · d %4 · %5</translation>
        </message>
        <message>
            <source>batch %1</source>
            <translation>批 %1</translation>
        </message>
    </context>
    <context>
        <name>Program</name>
        <message>
            <source>There is no sample "%1".</source>
            <translation>没有示例“%1”。</translation>
        </message>
    </context>
    <context>
        <name>RangeControl</name>
        <message>
            <source>linear</source>
            <translation>线性</translation>
        </message>
        <message>
            <source>log</source>
            <translation>对数</translation>
        </message>
        <message>
            <source>symlog</source>
            <translation>对称对数</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>greys</source>
            <translation>灰度</translation>
        </message>
        <message>
            <source>diverging</source>
            <translation>发散</translation>
        </message>
        <message>
            <source>Smallest value of the colour range</source>
            <translation>颜色范围的最小值</translation>
        </message>
        <message>
            <source>Largest value of the colour range</source>
            <translation>颜色范围的最大值</translation>
        </message>
        <message>
            <source>Symlog: linear within this distance of zero</source>
            <translation>对称对数：距零此范围内为线性</translation>
        </message>
        <message>
            <source>Fit the range to the values, now and whenever they change</source>
            <translation>让范围适合数值，现在以及每次变化时</translation>
        </message>
        <message>
            <source>Make the range symmetric about zero</source>
            <translation>让范围关于零对称</translation>
        </message>
        <message>
            <source>Scale</source>
            <translation>标度</translation>
        </message>
        <message>
            <source>Colour map</source>
            <translation>颜色表</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>适合</translation>
        </message>
    </context>
    <context>
        <name>RangeStrip</name>
        <message>
            <source>Colour range</source>
            <translation>颜色范围</translation>
        </message>
        <message>
            <source>Distribution of the values.</source>
            <translation>数值的分布。</translation>
        </message>
        <message>
            <source>Distribution of the values, from one row in %1.</source>
            <translation>数值的分布，每 %1 行取一行。</translation>
        </message>
        <message>
            <source>Drag an end of the range; arrow keys work too.</source>
            <translation>拖动范围的一端；方向键也可用。</translation>
        </message>
        <message>
            <source>%1 to %2, moving the %3 end</source>
            <translation>%1 到 %2，正在移动%3</translation>
        </message>
        <message>
            <source>lower</source>
            <translation>下端</translation>
        </message>
        <message>
            <source>upper</source>
            <translation>上端</translation>
        </message>
    </context>
    <context>
        <name>RecipeEditor</name>
        <message>
            <source>Back to what the kernel does</source>
            <translation>恢复为该内核的做法</translation>
        </message>
        <message>
            <source>Reset %1</source>
            <translation>重置 %1</translation>
        </message>
    </context>
    <context>
        <name>RecipeFields</name>
        <message>
            <source>Online: running max and sum. Sketch: every tile on its own, then one merge.</source>
            <translation>在线：运行最大值与和。草图：各块独立，最后一次合并。</translation>
        </message>
        <message>
            <source>Query rows of a tile.</source>
            <translation>一个块的查询行数。</translation>
        </message>
        <message>
            <source>Keys of a tile.</source>
            <translation>一个块的键数。</translation>
        </message>
        <message>
            <source>The order in which key tiles are visited.</source>
            <translation>访问键块的顺序。</translation>
        </message>
        <message>
            <source>What multiplies Q and K: a device's tensor core, fp32 fma in ascending order, or one rounding.</source>
            <translation>Q 与 K 由什么相乘：某设备的张量核心、升序的 fp32 fma，或一次舍入。</translation>
        </message>
        <message>
            <source>What multiplies P and V.</source>
            <translation>P 与 V 由什么相乘。</translation>
        </message>
        <message>
            <source>Length of one matrix instruction along the summed dimension.</source>
            <translation>一条矩阵指令沿求和维的长度。</translation>
        </message>
        <message>
            <source>How the scaled score is rounded: once (scale and log2 e folded), twice, or in natural units.</source>
            <translation>缩放后的得分如何舍入：一次(缩放与 log2 e 合并)、两次，或自然单位。</translation>
        </message>
        <message>
            <source>Whether the running max is kept on raw or on scaled scores.</source>
            <translation>运行最大值取原始得分还是缩放后的得分。</translation>
        </message>
        <message>
            <source>How the exponent's argument is rounded: product and difference apart, or in one fma.</source>
            <translation>指数自变量如何舍入：乘积与差分开，或一次 fma。</translation>
        </message>
        <message>
            <source>The argument of the rescale factor: difference scaled, or scaled values' difference.</source>
            <translation>重缩放因子的自变量：差再缩放，或缩放值之差。</translation>
        </message>
        <message>
            <source>The exponential: the GPU's ex2 by its measured table, a polynomial of degree 6, or correctly rounded.</source>
            <translation>指数函数：按实测表的 GPU ex2、六次多项式，或正确舍入。</translation>
        </message>
        <message>
            <source>Whether subnormal weights become 0.</source>
            <translation>次正规的权重是否变为 0。</translation>
        </message>
        <message>
            <source>Which lane sums which columns of a tile.</source>
            <translation>哪个线程道对块的哪些列求和。</translation>
        </message>
        <message>
            <source>Columns of a tile that are summed on their own; 0: the whole tile.</source>
            <translation>块中单独求和的列数；0：整个块。</translation>
        </message>
        <message>
            <source>Warps that share a tile's keys, each with row sums and an output of its own until the end.</source>
            <translation>分享一个分块的键的 warp 数，各自保有行和与输出，直到最后才合并。</translation>
        </message>
        <message>
            <source>The order of additions inside a lane.</source>
            <translation>线程道内的加法顺序。</translation>
        </message>
        <message>
            <source>How a tile's sum joins the running sum: with fma or with two roundings, per lane or per row.</source>
            <translation>块和如何并入运行和：用 fma 或两次舍入，按线程道或按行。</translation>
        </message>
        <message>
            <source>The butterfly over the four lanes: distance 2 first, or 1 first.</source>
            <translation>四个线程道上的蝶形：先距离 2 或先距离 1。</translation>
        </message>
        <message>
            <source>When the lanes of a row are added: at the end or after every tile.</source>
            <translation>一行的线程道何时相加：最后，或每块之后。</translation>
        </message>
        <message>
            <source>The format to which P is rounded for the second product.</source>
            <translation>第二次乘积中 P 舍入到的格式。</translation>
        </message>
        <message>
            <source>The format of the output accumulator between tiles.</source>
            <translation>块与块之间输出累加器的格式。</translation>
        </message>
        <message>
            <source>How the output is divided by the row sum.</source>
            <translation>输出如何除以行和。</translation>
        </message>
        <message>
            <source>What a row that sees no key gets.</source>
            <translation>看不到任何键的行得到什么。</translation>
        </message>
        <message>
            <source>How the keys are split over blocks.</source>
            <translation>键如何划分到各线程块。</translation>
        </message>
        <message>
            <source>The order in which splits are combined.</source>
            <translation>各划分合并的顺序。</translation>
        </message>
        <message>
            <source>The merge tree over the tiles of a sketch.</source>
            <translation>草图中各块的合并树。</translation>
        </message>
        <message>
            <source>A mistake on purpose: stale data in one key tile, or an end that is not masked.</source>
            <translation>故意的错误：某个键块中的陈旧数据，或未掩蔽的末尾。</translation>
        </message>
    </context>
    <context>
        <name>Resources</name>
        <message>
            <source>cuDNN fused attention (PyTorch)</source>
            <translation>cuDNN 融合注意力（PyTorch）</translation>
        </message>
        <message>
            <source>0 differing values in 6 recorded problems (568,000 outputs) of an H200, cuDNN 9.19; d 64 and 128; causal, full, GQA, odd lengths; no split</source>
            <translation>一台 H200 的 6 个记录的问题（568,000 个输出，cuDNN 9.19）中 0 个不同的值；d 为 64 与 128；因果、完整、GQA、奇数长度；不划分</translation>
        </message>
        <message>
            <source>one query: four warps share a key tile and the kernel adds their row sums in an order that changes from run to run; in the order taken here 5 of 219,648 recorded values of an H200 differ, each by one place</source>
            <translation>单个查询：四个 warp 分享一个键分块，内核相加其行和的顺序每次运行都可能不同；按此处采用的顺序，H200 上记录的 219,648 个值中有 5 个相差一位</translation>
        </message>
        <message>
            <source>one query in a batch with few KV heads: cuDNN deals the key tiles of 128 out to blocks in turn and combines them; the combine is not modelled</source>
            <translation>批次中 KV 头很少时的单个查询：cuDNN 把 128 个键的分块轮流分给各线程块，然后合并；合并过程未建模</translation>
        </message>
        <message>
            <source>FlashAttention-2 (PyTorch)</source>
            <translation>FlashAttention-2 (PyTorch)</translation>
        </message>
        <message>
            <source>0 differing values in 37 recorded problems (2,162,272 outputs, LSE too) of an H200, PyTorch 2.11.0+cu130; d 32 to 256, bf16 and fp16, causal, full, decode, GQA, odd lengths, 1 to 128 splits</source>
            <translation>一台 H200 的 37 个记录的问题（2,162,272 个输出，含 LSE，PyTorch 2.11.0+cu130）中 0 个不同的值；d 为 32 到 256，bf16 与 fp16，因果、完整、解码、GQA、奇数长度，1 到 128 份划分</translation>
        </message>
        <message>
            <source>FlashAttention-2 (own build)</source>
            <translation>FlashAttention-2（自行构建）</translation>
        </message>
        <message>
            <source>FlashAttention setup.py (0251105) line 321 (--use_fast_math), csrc/flash_attn/src/softmax.h lines 66-186, csrc/flash_attn/src/flash_fwd_kernel.h lines 138-140 and 1117-1299; the fused operations as nvcc 13.0 compiles these lines for sm_80 and sm_90</source>
            <translation>FlashAttention setup.py (0251105) 第 321 行 (--use_fast_math)，csrc/flash_attn/src/softmax.h 第 66-186 行，csrc/flash_attn/src/flash_fwd_kernel.h 第 138-140 与 1117-1299 行；融合运算按 nvcc 13.0 为 sm_80 和 sm_90 对这些行的编译结果</translation>
        </message>
        <message>
            <source>FlashAttention-3</source>
            <translation>FlashAttention-3</translation>
        </message>
        <message>
            <source>FlashAttention hopper/softmax.h (0251105) lines 64-160, hopper/mainloop_fwd_sm90_tma_gmma_ws.hpp lines 1060 and 1214-1235 (order), hopper/utils.h lines 79-98 and 286-292, hopper/setup.py line 668 (--use_fast_math); the join by fma as nvcc 13.0 compiles softmax.h for sm_90a</source>
            <translation>FlashAttention hopper/softmax.h (0251105) 第 64-160 行，hopper/mainloop_fwd_sm90_tma_gmma_ws.hpp 第 1060 与 1214-1235 行（次序），hopper/utils.h 第 79-98 与 286-292 行，hopper/setup.py 第 668 行 (--use_fast_math)；以 fma 连接按 nvcc 13.0 为 sm_90a 编译 softmax.h 的结果</translation>
        </message>
        <message>
            <source>FlashAttention-4</source>
            <translation>FlashAttention-4</translation>
        </message>
        <message>
            <source>FlashAttention flash_attn/cute (0251105): interface.py lines 317-348 (tiles), flash_fwd_sm100.py lines 1625-1651 (order) and 2182-2201 (threshold 8), softmax.py lines 315-358, utils.py lines 30-62, 435-453 and 754-786</source>
            <translation>FlashAttention flash_attn/cute (0251105)：interface.py 第 317-348 行（块），flash_fwd_sm100.py 第 1625-1651 行（次序）与 2182-2201 行（阈值 8），softmax.py 第 315-358 行，utils.py 第 30-62、435-453 与 754-786 行</translation>
        </message>
        <message>
            <source>FlexAttention (PyTorch, Triton)</source>
            <translation>FlexAttention（PyTorch，Triton）</translation>
        </message>
        <message>
            <source>0 differing values, LSE too, in 17 recorded problems (961,088 outputs) of an H200, PyTorch 2.11.0+cu130, Triton 3.6.0; tiles 64 x 32 to 128 x 128, 4 and 8 warps, d 16 to 256, causal with equal and unequal lengths, full, GQA, odd lengths</source>
            <translation>H200、PyTorch 2.11.0+cu130、Triton 3.6.0 的 17 个已记录问题（961,088 个输出）中 0 个值不同，含 LSE；块 64 x 32 至 128 x 128，4 与 8 个线程束，d 16 至 256，长度相等与不等的因果、全部、GQA、奇数长度</translation>
        </message>
        <message>
            <source>Math path (PyTorch)</source>
            <translation>数学路径（PyTorch）</translation>
        </message>
        <message>
            <source>0 differing values in 33 recorded problems (2,674,912 outputs) of an H200, PyTorch 2.11.0+cu130; d 8 to 256, 2 to 16 heads, 16 to 1,024 queries, 64 to 2,048 keys, fp16 and bf16, grouped heads, causal and full</source>
            <translation>H200 上 33 个记录的问题（2,674,912 个输出）中 0 个值不同，PyTorch 2.11.0+cu130；d 8 至 256，2 至 16 个头，16 至 1,024 个查询，64 至 2,048 个键，fp16 与 bf16，分组头，因果与完整</translation>
        </message>
        <message>
            <source>three launches one after another, a product, a softmax and a product, with the whole score matrix in memory: no one schedule of blocks</source>
            <translation>先后三次启动：乘积、softmax、乘积，整个得分矩阵在内存中，因此没有单一的线程块调度</translation>
        </message>
        <message>
            <source>more than 2,048 keys: PyTorch's softmax sums a row by another kernel (cunn_SoftMaxForwardReg), whose order is not known; 9 of 16,384 recorded values differ</source>
            <translation>键多于 2,048 个：PyTorch 的 softmax 用另一个内核（cunn_SoftMaxForwardReg）求行和，其次序未知；16,384 个记录值中有 9 个不同</translation>
        </message>
        <message>
            <source>one query: cuBLAS multiplies by a gemv, whose order is not known; 3 of 1,024 recorded values differ with 8 heads of 1,024 keys</source>
            <translation>只有一个查询：cuBLAS 用 gemv 相乘，其次序未知；8 个头、1,024 个键时 1,024 个记录值中有 3 个不同</translation>
        </message>
        <message>
            <source>one head alone: cuBLAS splits the summed dimension, how is known for few shapes; 13 of 8,192 recorded values differ with 128 queries and keys and head dim 64</source>
            <translation>只有一个头：cuBLAS 拆分求和的维度，其方式只在少数形状上已知；128 个查询和键、头维 64 时 8,192 个记录值中有 13 个不同</translation>
        </message>
        <message>
            <source>Memory-efficient attention (PyTorch)</source>
            <translation>内存高效注意力（PyTorch）</translation>
        </message>
        <message>
            <source>0 differing values in 18 recorded problems (825,712 outputs) of an H200, PyTorch 2.11.0+cu130; d 8 to 256, bf16 and fp16, causal with equal and unequal lengths, full, one query, odd lengths, peaked scores</source>
            <translation>H200、PyTorch 2.11.0+cu130 的 18 个已记录问题（825,712 个输出）中 0 个值不同；d 8 至 256，bf16 与 fp16，长度相等与不等的因果、全部、单个查询、奇数长度、尖峰分数</translation>
        </message>
        <message>
            <source>The article's sketch</source>
            <translation>文章的草图</translation>
        </message>
        <message>
            <source>a teaching sketch, no library computes it; with crossTile=device its merge tree is derived from FlashAttention-2's split rule on the device's SM count</source>
            <translation>教学用的草图，没有库这样计算；crossTile=device 时，其合并树由 FlashAttention-2 的划分规则与设备的 SM 数得出</translation>
        </message>
        <message>
            <source>Triton tutorial 06</source>
            <translation>Triton 教程 06</translation>
        </message>
        <message>
            <source>0 differing values in 18 recorded problems (1,179,648 outputs) of an H200, Triton 3.6.0; tiles 64 x 32 to 128 x 128, 4 and 8 warps, d 64 and 128, causal and full, two scales</source>
            <translation>H200、Triton 3.6.0 的 18 个已记录问题（1,179,648 个输出）中 0 个值不同；块 64 x 32 至 128 x 128，4 与 8 个线程束，d 64 与 128，因果与全部，两种缩放</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the A100 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp、lg2 表；A100 的未经测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for A100, all of them</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）对 A100 记录的全部向量相等</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the B200 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp、lg2 表；B200 的未经测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for B200, all of them</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）对 B200 记录的全部向量相等</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909), L = 8; the recorded tf32 vectors have four products and cannot tell 8 from 4</source>
            <translation>MMA-Sim（arXiv 2511.10909）的参数，L = 8；记录的 tf32 向量只有四个乘积，无法区分 8 与 4</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for B200, all of them: emulated by two fp16 operations</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis (arXiv 2512.07004) 记录的全部 B200 向量相同：由两次 fp16 运算模拟</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909); no results are recorded</source>
            <translation>MMA-Sim (arXiv 2511.10909) 的参数；没有记录的结果</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the B300 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp 与 lg2 表；未测量 B300 的表</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909) for Blackwell; compute capability 10.3 is not in the recorded data</source>
            <translation>MMA-Sim (arXiv 2511.10909) 的 Blackwell 参数；记录的数据中没有计算能力 10.3</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the GB200 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp 与 lg2 表；未测量 GB200 的表</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for B200, all of them; same compute capability, the GB200 itself is not in the data</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis (arXiv 2512.07004) 记录的全部 B200 向量相同；计算能力相同，数据中没有 GB200 本身</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the H100 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp、lg2 表；H100 的未经测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H100, all of them; same chip, the PCIe card is not named in the data</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis (arXiv 2512.07004) 记录的全部 H100 向量相同；芯片相同，数据中没有点名 PCIe 卡</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909), L = 8; the recorded tf32 vectors have four products and cannot tell 8 from 4; one H200, the same chip, was measured to have 8</source>
            <translation>MMA-Sim（arXiv 2511.10909）的参数，L = 8；记录的 tf32 向量只有四个乘积，无法区分 8 与 4；在同一芯片的一块 H200 上测得为 8</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H100, all of them; same chip, the PCIe card is not named in the data; the zero exponent as measured on one H200, the same chip</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H100 记录的全部向量一致；同一芯片，数据中未提及 PCIe 卡；零的指数取自同一芯片的一块 H200 上的测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H100, all of them</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）对 H100 记录的全部向量相等</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H100, all of them; the zero exponent as measured on one H200, the same chip</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H100 记录的全部向量一致；零的指数取自同一芯片的一块 H200 上的测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H100, all of them; they have no accumulator going in (C = 0); the zero exponent as measured on one H200, the same chip</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H100 记录的全部向量一致；其中没有输入累加器（C = 0）；零的指数取自同一芯片的一块 H200 上的测量</translation>
        </message>
        <message>
            <source>emulated by two fp16 operations, as the recorded fp16 results of H100 and fp32 results of B200 show; fp32 results of this GPU are not recorded</source>
            <translation>由两次 fp16 运算模拟，H100 记录的 fp16 结果与 B200 的 fp32 结果表明如此；没有记录此 GPU 的 fp32 结果</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H100, all of them: emulated by two fp16 operations</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis (arXiv 2512.07004) 记录的全部 H100 向量相同：由两次 fp16 运算模拟</translation>
        </message>
        <message>
            <source>measured on one H200: ex2 and rcp over all 4,278,190,082 floats that are not NaN, lg2 for arguments of 1 and more, 0 differences</source>
            <translation>在一台 H200 上实测：ex2 与 rcp 遍历全部 4,278,190,082 个非 NaN 浮点数，lg2 取 1 及以上的自变量，0 处不同</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H200, all of them; measured on one H200 by calibrate: 30,000 of 30,000 random operations of mma.sync and of wgmma each equal</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H200 记录的全部向量一致；由 calibrate 在一块 H200 上测量：mma.sync 与 wgmma 的随机运算各 30,000 次全部一致</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H200, all of them; measured on one H200 by calibrate: 30,000 of 30,000 random operations of mma.sync and of wgmma each equal, the grid beside zeros is 2^-158</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H200 记录的全部向量一致；由 calibrate 在一块 H200 上测量：mma.sync 与 wgmma 的随机运算各 30,000 次全部一致，与零相加时的网格为 2^-158</translation>
        </message>
        <message>
            <source>measured on one H200 by calibrate: one group of eight, 59,999 of 60,000 random operations of mma.sync and wgmma equal, the last one too since a NaN in dropped bits counts as an infinity; the grid beside zeros is 2^-158</source>
            <translation>由 calibrate 在一块 H200 上测量：八个一组，mma.sync 与 wgmma 的 60,000 次随机运算中 59,999 次一致；自从把只在被舍弃位中的 NaN 算作无穷后，最后一次也一致；与零相加时的网格为 2^-158</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H200, all of them; measured on one H200 by calibrate: 30,000 of 30,000 random operations of mma.sync and of wgmma each equal, the grid beside zeros is 2^-46</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H200 记录的全部向量一致；由 calibrate 在一块 H200 上测量：mma.sync 与 wgmma 的随机运算各 30,000 次全部一致，与零相加时的网格为 2^-46</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H200, all of them (C = 0); measured on one H200 by calibrate: 30,000 of 30,000 random operations equal, with C and chained; c = 2^-139 is kept beside zeros, so the zero exponent is at most -126 and nothing below can be observed</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H200 记录的全部向量一致（C = 0）；由 calibrate 在一块 H200 上测量：带 C 与链式的 30,000 次随机运算全部一致；与零相加时 c = 2^-139 得以保留，故零的指数至多为 -126，更低则无法观测</translation>
        </message>
        <message>
            <source>measured on one H200 by calibrate: emulated by two fp16 operations, 30,000 of 30,000 random operations equal</source>
            <translation>由 calibrate 在一块 H200 上测量：由两次 fp16 运算模拟，30,000 次随机运算全部一致</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for H200, all of them: emulated by two fp16 operations; measured on one H200 by calibrate: 30,000 of 30,000 random operations equal, with C and chained</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）为 H200 记录的全部向量一致：由两次 fp16 运算模拟；由 calibrate 在一块 H200 上测量：带 C 与链式的 30,000 次随机运算全部一致</translation>
        </message>
        <message>
            <source>measured on one H200 by calibrate: 30,000 of 30,000 random operations equal; c = 2^-24 is kept beside zeros, so the zero exponent is at most -11, and nothing below can be observed</source>
            <translation>由 calibrate 在一块 H200 上测量：30,000 次随机运算全部一致；与零相加时 c = 2^-24 得以保留，故零的指数至多为 -11，更低则无法观测</translation>
        </message>
        <message>
            <source>measured on one H200 by calibrate: 30,000 of 30,000 random operations equal; the zero exponent is at most -19, nothing below can be observed</source>
            <translation>由 calibrate 在一块 H200 上测量：30,000 次随机运算全部一致；零的指数至多为 -19，更低则无法观测</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the L40S are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp、lg2 表；L40S 的未经测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for L40S, all of them</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）对 L40S 记录的全部向量相等</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909); recorded vectors are of an RTX 1000 Ada, and are matched</source>
            <translation>MMA-Sim (arXiv 2511.10909) 的参数；记录的向量来自 RTX 1000 Ada，与之相同</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the RTX 3090 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp 与 lg2 表；未测量 RTX 3090 的表</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for A2, all of them; same compute capability, the RTX 3090 itself is not in the data</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis (arXiv 2512.07004) 记录的全部 A2 向量相同；计算能力相同，数据中没有 RTX 3090 本身</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the RTX 4090 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp、lg2 表；RTX 4090 的未经测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for RTX 1000 Ada and L40S, all of them; same architecture, the RTX 4090 itself is not in the data</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）对 RTX 1000 Ada 与 L40S 记录的全部向量相等；架构相同，数据中没有 RTX 4090 本身</translation>
        </message>
        <message>
            <source>the architecture of the L40S and the RTX 1000 Ada, whose recorded vectors are matched</source>
            <translation>L40S 与 RTX 1000 Ada 的架构，与它们记录的向量相同</translation>
        </message>
        <message>
            <source>the architecture of the RTX 1000 Ada, whose recorded vectors are matched</source>
            <translation>RTX 1000 Ada 的架构，与其记录的向量相同</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the RTX 5090 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp 与 lg2 表；未测量 RTX 5090 的表</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909) for compute capability 12.0; the probes of huweim/emulation_sys found the same 25 bits on an RTX 5090; no recorded vectors</source>
            <translation>MMA-Sim (arXiv 2511.10909) 的计算能力 12.0 参数；huweim/emulation_sys 的探测在 RTX 5090 上得到相同的 25 位；没有记录的向量</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909), L = 8, for compute capability 12.0; no recorded vectors</source>
            <translation>MMA-Sim (arXiv 2511.10909) 的计算能力 12.0 参数，L = 8；没有记录的向量</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the T4 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp 与 lg2 表；未测量 T4 的表</translation>
        </message>
        <message>
            <source>parameters of MMA-Sim (arXiv 2511.10909) for Turing; Fasi et al. (PeerJ Computer Science 7:e330) found the same 24 bits on a T4; no recorded vectors</source>
            <translation>MMA-Sim (arXiv 2511.10909) 的 Turing 参数；Fasi 等人 (PeerJ Computer Science 7:e330) 在 T4 上得到相同的 24 位；没有记录的向量</translation>
        </message>
        <message>
            <source>counterfactual: Turing has no bf16 instruction; its fp16 datapath (groups of 8, 24 bits) fed with bf16 operands</source>
            <translation>反事实：Turing 没有 bf16 指令；此处向其 fp16 数据通路（每组 8 个，24 位）输入 bf16 操作数</translation>
        </message>
        <message>
            <source>the H200's measured ex2, rcp and lg2 tables are used; those of the V100 are not measured</source>
            <translation>使用 H200 实测的 ex2、rcp、lg2 表；V100 的未经测量</translation>
        </message>
        <message>
            <source>T-FDPA model equals the recorded vectors of Khattak and Mikaitis (arXiv 2512.07004) for V100, all of them</source>
            <translation>T-FDPA 模型与 Khattak 和 Mikaitis（arXiv 2512.07004）对 V100 记录的全部向量相等</translation>
        </message>
        <message>
            <source>counterfactual: Volta has no bf16 instruction; its fp16 datapath (groups of 4, 23 bits) fed with bf16 operands</source>
            <translation>反事实：Volta 没有 bf16 指令；这里把 bf16 操作数送入其 fp16 数据通路（每组 4 个，23 位）</translation>
        </message>
    </context>
    <context>
        <name>RunChip</name>
        <message>
            <source>recorded %1</source>
            <translation>记录的 %1</translation>
        </message>
        <message>
            <source>add a run</source>
            <translation>添加运行</translation>
        </message>
        <message>
            <source>Add a run B, at first the same as A (Ctrl+B)</source>
            <translation>添加运行 B，起初与 A 相同(Ctrl+B)</translation>
        </message>
        <message>
            <source>Add a run B</source>
            <translation>添加运行 B</translation>
        </message>
        <message>
            <source>Kernel of run %1</source>
            <translation>运行 %1 的内核</translation>
        </message>
        <message>
            <source>Device of run %1</source>
            <translation>运行 %1 的设备</translation>
        </message>
        <message>
            <source>Kernel of run %1: %2</source>
            <translation>运行 %1 的内核：%2</translation>
        </message>
        <message>
            <source>Device of run %1: %2</source>
            <translation>运行 %1 的设备：%2</translation>
        </message>
    </context>
    <context>
        <name>RunForm</name>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>The family of implementations whose order of operations is followed</source>
            <translation>所遵循运算顺序的实现系列</translation>
        </message>
        <message>
            <source>The architecture whose arithmetic is followed</source>
            <translation>所遵循算术的架构</translation>
        </message>
        <message>
            <source>%1 (data)</source>
            <translation>%1(数据)</translation>
        </message>
        <message>
            <source>%1 (rule)</source>
            <translation>%1(规则)</translation>
        </message>
        <message>
            <source>Recipe</source>
            <translation>配方</translation>
        </message>
        <message numerus="yes">
            <source>Recipe · %n changed</source>
            <translation>
                <numerusform>配方 · 更改 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>splits</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>known</source>
            <translation>依据</translation>
        </message>
        <message>
            <source>The batch size that the split rule sees: the same request inside a batch of this many</source>
            <translation>划分规则看到的批次大小：同一请求处于这么大的批次中</translation>
        </message>
        <message>
            <source>Parts into which the keys are split; by rule unless set here</source>
            <translation>键被划分成的份数；除非在此设定，否则按规则</translation>
        </message>
        <message>
            <source>Kernel</source>
            <translation>内核</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Batch that the split rule sees</source>
            <translation>划分规则看到的批次</translation>
        </message>
        <message>
            <source>Number of splits</source>
            <translation>划分数</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>An output tensor in the file; it is B when there is no run B</source>
            <translation>文件中的输出张量；没有运行 B 时它就是 B</translation>
        </message>
        <message>
            <source>Recorded output</source>
            <translation>记录的输出</translation>
        </message>
        <message>
            <source>Add a run B</source>
            <translation>添加运行 B</translation>
        </message>
        <message>
            <source>A second run, at first the same as A (Ctrl+B)</source>
            <translation>第二次运行，起初与 A 相同(Ctrl+B)</translation>
        </message>
        <message>
            <source>Remove run B</source>
            <translation>移除运行 B</translation>
        </message>
        <message>
            <source>Only run A stays</source>
            <translation>只保留运行 A</translation>
        </message>
    </context>
    <context>
        <name>RunningTable</name>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>keys</source>
            <translation>键数</translation>
        </message>
        <message>
            <source>tile max</source>
            <translation>块最大值</translation>
        </message>
        <message>
            <source>tile sum</source>
            <translation>块和</translation>
        </message>
        <message>
            <source>run max</source>
            <translation>运行最大值</translation>
        </message>
        <message>
            <source>run sum</source>
            <translation>运行和</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
    </context>
    <context>
        <name>RunningView</name>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>Select a query row: click a cell of the matrix</source>
            <translation>选择一个查询行：单击矩阵的单元格</translation>
        </message>
        <message>
            <source>B is an output alone: it has no running values</source>
            <translation>B 只是输出：没有运行值</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>This row sees no key: nothing is added</source>
            <translation>该行看不到任何键：没有加法</translation>
        </message>
        <message>
            <source>A and B visit other key tiles, or in another order: their running values cannot be compared tile by tile</source>
            <translation>A 与 B 访问的键块或顺序不同：无法逐块比较它们的运行值</translation>
        </message>
        <message>
            <source>A − B in representable fp32 values</source>
            <translation>以可表示的 fp32 值计的 A − B</translation>
        </message>
        <message>
            <source>symlog, linear within 1 · tile values: derived</source>
            <translation>对称对数，1 以内线性 · 块值：推导</translation>
        </message>
        <message>
            <source>tile values: derived</source>
            <translation>块值：推导</translation>
        </message>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>running max m</source>
            <translation>运行最大值 m</translation>
        </message>
        <message>
            <source>tile max</source>
            <translation>块最大值</translation>
        </message>
        <message>
            <source>running sum l</source>
            <translation>运行和 l</translation>
        </message>
        <message>
            <source>tile sum</source>
            <translation>块和</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
        <message>
            <source>split : key tile, in visiting order</source>
            <translation>划分：键块，按访问顺序</translation>
        </message>
        <message>
            <source>key tile, in visiting order</source>
            <translation>键块，按访问顺序</translation>
        </message>
        <message>
            <source>max</source>
            <translation>最大值</translation>
        </message>
        <message>
            <source>sum</source>
            <translation>和</translation>
        </message>
        <message>
            <source>rescale factor</source>
            <translation>重缩放因子</translation>
        </message>
        <message>
            <source>A − B of %1</source>
            <translation>%1 的 A − B</translation>
        </message>
        <message>
            <source>ulp</source>
            <translation>ulp</translation>
        </message>
        <message>
            <source>Running max and sum</source>
            <translation>运行最大值与和</translation>
        </message>
    </context>
    <context>
        <name>Samples</name>
        <message>
            <source>The article's sketch: a merge tree named by the architecture</source>
            <translation>文章的草图：由架构决定的合并树</translation>
        </message>
        <message>
            <source>The same request alone and in a batch of 256</source>
            <translation>同一请求：单独与在 256 的批次中</translation>
        </message>
        <message>
            <source>FlashAttention-2, causal, as an H200 wrote it</source>
            <translation>FlashAttention-2，因果，与 H200 写出的一致</translation>
        </message>
        <message>
            <source>One kernel, two architectures: H200 against A100</source>
            <translation>一个内核，两种架构：H200 对 A100</translation>
        </message>
        <message>
            <source>Canary: which keys were read (row i averages keys 0 to i: i / 2)</source>
            <translation>金丝雀：读取了哪些键(第 i 行是键 0 到 i 的平均：i / 2)</translation>
        </message>
        <message>
            <source>Canary: the order of additions, 2^26 + 1 - 2^26 + 1</source>
            <translation>金丝雀：加法顺序，2^26 + 1 - 2^26 + 1</translation>
        </message>
    </context>
    <context>
        <name>ScheduleCanvas</name>
        <message>
            <source>SM schedule, measured</source>
            <translation>SM 调度，测量</translation>
        </message>
        <message>
            <source>SM schedule</source>
            <translation>SM 调度</translation>
        </message>
    </context>
    <context>
        <name>ScheduleTable</name>
        <message>
            <source>combine</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>arrival</source>
            <translation>到达</translation>
        </message>
        <message>
            <source>block</source>
            <translation>线程块</translation>
        </message>
        <message>
            <source>SM</source>
            <translation>SM</translation>
        </message>
        <message>
            <source>slot</source>
            <translation>槽</translation>
        </message>
        <message>
            <source>begin (µs)</source>
            <translation>开始 (µs)</translation>
        </message>
        <message>
            <source>begin</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>end (µs)</source>
            <translation>结束 (µs)</translation>
        </message>
        <message>
            <source>end</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>head</source>
            <translation>头</translation>
        </message>
        <message>
            <source>query tile</source>
            <translation>查询块</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>key tiles</source>
            <translation>键块数</translation>
        </message>
        <message>
            <source>measured SM</source>
            <translation>测量 SM</translation>
        </message>
        <message>
            <source>measured slot</source>
            <translation>测量槽</translation>
        </message>
        <message>
            <source>measured begin (µs)</source>
            <translation>测量开始 (µs)</translation>
        </message>
        <message>
            <source>measured end (µs)</source>
            <translation>测量结束 (µs)</translation>
        </message>
    </context>
    <context>
        <name>ScheduleView</name>
        <message>
            <source>%1 of %2 blocks on the SM of the model</source>
            <translation>%2 个线程块中 %1 个在模型所说的 SM 上</translation>
        </message>
        <message>
            <source>makespan %1 units, measured %2 µs</source>
            <translation>总时长 %1 单位，测量 %2 µs</translation>
        </message>
        <message>
            <source>tail %1 units, measured %2 µs</source>
            <translation>尾部 %1 单位，测量 %2 µs</translation>
        </message>
        <message>
            <source>slots busy %1 %, measured %2 %</source>
            <translation>槽占用 %1 %，测量 %2 %</translation>
        </message>
        <message>
            <source>the model holds the whole batch of %1, measured was the request alone</source>
            <translation>模型含整个批次 %1，测量的仅为该请求本身</translation>
        </message>
        <message>
            <source>Splits of query tile %1 of head %2 by their end: model %3; measured %4 (those that end together in launch order)</source>
            <translation>头 %2 的查询块 %1 的各划分按结束先后：模型 %3；测量 %4（同时结束者按启动次序）</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>combine</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>other heads</source>
            <translation>其他头</translation>
        </message>
        <message>
            <source>Model of a launch, not a measurement: %1. Colour: %2.</source>
            <translation>启动的模型，非测量：%1。颜色：%2。</translation>
        </message>
        <message>
            <source>warps</source>
            <translation>线程束</translation>
        </message>
        <message>
            <source>loads</source>
            <translation>加载</translation>
        </message>
        <message>
            <source>math</source>
            <translation>计算</translation>
        </message>
        <message>
            <source>math %1</source>
            <translation>计算 %1</translation>
        </message>
        <message>
            <source>launch order</source>
            <translation>启动次序</translation>
        </message>
        <message>
            <source>largest error (ulp)</source>
            <translation>最大误差 (ulp)</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>head</source>
            <translation>头</translation>
        </message>
        <message>
            <source>SM %1, slot %2</source>
            <translation>SM %1，槽 %2</translation>
        </message>
        <message>
            <source>batch %1, head %2, query tile %3</source>
            <translation>批次 %1，头 %2，查询块 %3</translation>
        </message>
        <message>
            <source>combines %1 splits</source>
            <translation>合并 %1 个划分</translation>
        </message>
        <message>
            <source>block %1</source>
            <translation>线程块 %1</translation>
        </message>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
        <message>
            <source>%1 key tiles</source>
            <translation>%1 个键块</translation>
        </message>
        <message>
            <source>%1 to %2 µs</source>
            <translation>%1 至 %2 µs</translation>
        </message>
        <message>
            <source>time %1 to %2</source>
            <translation>时间 %1 至 %2</translation>
        </message>
        <message>
            <source>%1 blocks on %2 of %3 SMs, at most %4 on one at a time</source>
            <translation>%1 个线程块，用到 %3 个 SM 中的 %2 个，每个 SM 同时至多 %4 个</translation>
        </message>
        <message>
            <source>tail %1 of %2 µs</source>
            <translation>尾部 %1 / %2 µs</translation>
        </message>
        <message>
            <source>There is no run to lay out on the SMs.</source>
            <translation>没有可布置到 SM 上的运行。</translation>
        </message>
        <message>
            <source>The launch is being laid out …</source>
            <translation>正在布置启动 …</translation>
        </message>
        <message>
            <source>The launch is being measured …</source>
            <translation>正在测量启动 …</translation>
        </message>
        <message>
            <source>measured on %1, time in µs</source>
            <translation>在 %1 上测量，时间单位 µs</translation>
        </message>
        <message>
            <source>Ulpscope's own kernel, blocks launched in the order of the model</source>
            <translation>Ulpscope 自己的内核，线程块按模型的顺序启动</translation>
        </message>
        <message>
            <source>Measuring was stopped.</source>
            <translation>测量已停止。</translation>
        </message>
        <message>
            <source>No launch of this run was measured: the menu of this view measures one on the GPU, or opens one that ulpscope-cli run --measure has written.</source>
            <translation>尚未测量此运行的启动：此视图的菜单可在 GPU 上测量，或打开 ulpscope-cli run --measure 写出的测量。</translation>
        </message>
        <message>
            <source>%1 blocks of %2 threads</source>
            <translation>%1 个线程块，每块 %2 个线程</translation>
        </message>
        <message>
            <source>%1 on an SM (limit: %2)</source>
            <translation>每个 SM %1 个（限制：%2）</translation>
        </message>
        <message>
            <source>%1 waves, %2 % full</source>
            <translation>%1 波，填满 %2 %</translation>
        </message>
        <message>
            <source>tail %1 of %2</source>
            <translation>尾部 %1 / %2</translation>
        </message>
        <message>
            <source>Colour of blocks</source>
            <translation>线程块的颜色</translation>
        </message>
        <message>
            <source>What the colour of a block tells</source>
            <translation>线程块的颜色所表示的内容</translation>
        </message>
        <message>
            <source>Play the launch</source>
            <translation>播放启动</translation>
        </message>
        <message>
            <source>Which blocks run when</source>
            <translation>哪些线程块在何时运行</translation>
        </message>
        <message>
            <source>model, not measurement, time in units</source>
            <translation>模型，非测量，时间以单位计</translation>
        </message>
        <message>
            <source>model above measurement</source>
            <translation>上为模型，下为测量</translation>
        </message>
        <message>
            <source>model, not measurement</source>
            <translation>模型，非测量</translation>
        </message>
        <message>
            <source>modelled</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>measured</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>both</source>
            <translation>两者</translation>
        </message>
        <message>
            <source>Which launch</source>
            <translation>哪次启动</translation>
        </message>
        <message>
            <source>The launch as it is modelled, as a GPU ran it, or one below the other with what they have in common</source>
            <translation>模型中的启动、GPU 实际执行的启动，或两者上下并列并给出异同</translation>
        </message>
        <message>
            <source>Measure on the GPU</source>
            <translation>在 GPU 上测量</translation>
        </message>
        <message>
            <source>Open a measured launch …</source>
            <translation>打开测量的启动 …</translation>
        </message>
        <message>
            <source>Save the measured launch …</source>
            <translation>保存测量的启动 …</translation>
        </message>
        <message>
            <source>The measured launch is being read …</source>
            <translation>正在读取测量的启动 …</translation>
        </message>
        <message>
            <source>There is no modelled launch of this run to measure beside</source>
            <translation>此运行没有可供对照的模型启动</translation>
        </message>
        <message>
            <source>A launch is being measured</source>
            <translation>正在测量一次启动</translation>
        </message>
        <message>
            <source>Runs the problem twice on the GPU, in the model's order, and notes SM, begin and end of every block of the second launch</source>
            <translation>在 GPU 上按模型的顺序运行该问题两次，并记录第二次启动中每个线程块的 SM、开始与结束</translation>
        </message>
        <message>
            <source>A trace that ulpscope-cli run --measure --trace has written</source>
            <translation>由 ulpscope-cli run --measure --trace 写出的轨迹</translation>
        </message>
        <message>
            <source>As a trace that can be opened here again; the session then names it</source>
            <translation>保存为可在此重新打开的轨迹；会话随后记下其文件名</translation>
        </message>
        <message>
            <source>There is no measured launch to save</source>
            <translation>没有可保存的测量启动</translation>
        </message>
        <message>
            <source>Open a measured launch</source>
            <translation>打开测量的启动</translation>
        </message>
        <message>
            <source>Traces (*.json);;All files (*)</source>
            <translation>轨迹 (*.json);;所有文件 (*)</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Save the measured launch</source>
            <translation>保存测量的启动</translation>
        </message>
        <message>
            <source>Traces (*.json)</source>
            <translation>轨迹 (*.json)</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>SM schedule</source>
            <translation>SM 调度</translation>
        </message>
    </context>
    <context>
        <name>Session</name>
        <message>
            <source>change of run %1</source>
            <translation>更改运行 %1</translation>
        </message>
        <message>
            <source>removal of run %1</source>
            <translation>移除运行 %1</translation>
        </message>
        <message>
            <source>addition of run %1</source>
            <translation>添加运行 %1</translation>
        </message>
        <message>
            <source>kernel of %1: %2</source>
            <translation>%1 的内核：%2</translation>
        </message>
        <message>
            <source>device of %1: %2</source>
            <translation>%1 的设备：%2</translation>
        </message>
        <message>
            <source>batch of %1: %2</source>
            <translation>%1 的批次：%2</translation>
        </message>
        <message>
            <source>splits of %1: %2</source>
            <translation>%1 的划分：%2</translation>
        </message>
        <message>
            <source>recipe of %1</source>
            <translation>%1 的配方</translation>
        </message>
        <message>
            <source>no recorded output</source>
            <translation>无记录的输出</translation>
        </message>
        <message>
            <source>recorded output: %1</source>
            <translation>记录的输出：%1</translation>
        </message>
        <message>
            <source>change of the problem</source>
            <translation>更改问题</translation>
        </message>
        <message>
            <source>change of the inputs</source>
            <translation>更改输入</translation>
        </message>
        <message>
            <source>reload</source>
            <translation>重新载入</translation>
        </message>
        <message>
            <source>Stopped. What was not finished is missing; F5 runs everything again.</source>
            <translation>已停止。未完成的内容缺失；F5 全部重新运行。</translation>
        </message>
        <message>
            <source>The outputs in this file were written by %1, for which there is no kernel here: they are compared with %2.</source>
            <translation>此文件中的输出由 %1 写成，这里没有对应的内核：与 %2 比较。</translation>
        </message>
        <message>
            <source>open %1</source>
            <translation>打开 %1</translation>
        </message>
        <message>
            <source>measuring the launch</source>
            <translation>测量启动</translation>
        </message>
        <message>
            <source>run A</source>
            <translation>运行 A</translation>
        </message>
        <message>
            <source>run B</source>
            <translation>运行 B</translation>
        </message>
        <message>
            <source>measuring the tree</source>
            <translation>正在测量树</translation>
        </message>
        <message>
            <source>orders of arrival</source>
            <translation>到达顺序</translation>
        </message>
        <message>
            <source>real launches</source>
            <translation>真实启动</translation>
        </message>
    </context>
    <context>
        <name>StatusLine</name>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>comparing with recorded %1 …</source>
            <translation>正在与记录的 %1 比较…</translation>
        </message>
        <message>
            <source>bit-equal to recorded %1: %2 / %3</source>
            <translation>与记录的 %1 逐位相等：%2 / %3</translation>
        </message>
        <message>
            <source>%1 values differ, at most %2 ulp</source>
            <translation>%1 个值不同，最多 %2 ulp</translation>
        </message>
        <message>
            <source>A's output against the tensor in the file, all heads</source>
            <translation>A 的输出与文件中的张量，所有头</translation>
        </message>
        <message>
            <source>step %1 / %2</source>
            <translation>步骤 %1 / %2</translation>
        </message>
        <message>
            <source>GPU (real)</source>
            <translation>GPU(真实)</translation>
        </message>
        <message>
            <source>CPU (emulated)</source>
            <translation>CPU(模拟)</translation>
        </message>
        <message>
            <source>The steps are executed by a GPU: %1</source>
            <translation>各步骤由 GPU 执行：%1</translation>
        </message>
        <message>
            <source>All bits are computed by the processor; no GPU takes part</source>
            <translation>所有位都由处理器计算；没有 GPU 参与</translation>
        </message>
        <message>
            <source>chosen automatically: %1</source>
            <translation>自动选择：%1</translation>
        </message>
        <message>
            <source>Stop what is being computed</source>
            <translation>停止正在进行的计算</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
    </context>
    <context>
        <name>StepListModel</name>
        <message>
            <source>load the query tile; nothing is accumulated yet</source>
            <translation>载入查询块；尚无累加</translation>
        </message>
        <message>
            <source>load a key tile and its values</source>
            <translation>载入键块及其值</translation>
        </message>
        <message>
            <source>scores S = Q·K of the tile</source>
            <translation>该块的得分 S = Q·K</translation>
        </message>
        <message>
            <source>masked scores become −inf</source>
            <translation>被屏蔽的得分变为 −inf</translation>
        </message>
        <message>
            <source>running max m of every row</source>
            <translation>每行的运行最大值 m</translation>
        </message>
        <message>
            <source>what was accumulated is multiplied by α</source>
            <translation>已累加的内容乘以 α</translation>
        </message>
        <message>
            <source>weights P = exp(S − m)</source>
            <translation>权重 P = exp(S − m)</translation>
        </message>
        <message>
            <source>running sum l of every row</source>
            <translation>每行的运行和 l</translation>
        </message>
        <message>
            <source>output accumulator O += P V</source>
            <translation>输出累加器 O += P V</translation>
        </message>
        <message>
            <source>output is divided by l and rounded</source>
            <translation>输出除以 l 并舍入</translation>
        </message>
        <message>
            <source>partial results of the splits are combined</source>
            <translation>合并各划分的部分结果</translation>
        </message>
        <message>
            <source>query tile %1 · rows %2–%3</source>
            <translation>查询块 %1 · 行 %2–%3</translation>
        </message>
        <message>
            <source>combine</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
        <message>
            <source>key tile %1 · keys %2–%3</source>
            <translation>键块 %1 · 键 %2–%3</translation>
        </message>
        <message>
            <source>▲ max %1</source>
            <translation>▲ 最大 %1</translation>
        </message>
        <message>
            <source>α %1</source>
            <translation>α %1</translation>
        </message>
        <message>
            <source>= tie %1</source>
            <translation>= 并列 %1</translation>
        </message>
        <message>
            <source>NaN %1</source>
            <translation>NaN %1</translation>
        </message>
    </context>
    <context>
        <name>StepsPanel</name>
        <message>
            <source>Terms: rescale  row:299  key:64  tile:3  query:2  flag:max|rescale|tie|nan|any</source>
            <translation>条件：rescale  row:299  key:64  tile:3  query:2  flag:max|rescale|tie|nan|any</translation>
        </message>
        <message>
            <source>Not understood: %1</source>
            <translation>无法理解：%1</translation>
        </message>
        <message>
            <source>not understood</source>
            <translation>看不懂</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Steps of the current query tile; the head has too many to list</source>
            <translation>当前查询块的步骤；整个头的步骤太多，无法全部列出</translation>
        </message>
        <message>
            <source>Steps listed</source>
            <translation>列出的步骤数</translation>
        </message>
        <message>
            <source>Filter: row:299 flag:max</source>
            <translation>筛选：row:299 flag:max</translation>
        </message>
        <message>
            <source>Filter steps</source>
            <translation>筛选步骤</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>步骤</translation>
        </message>
    </context>
    <context>
        <name>SweepCanvas</name>
        <message>
            <source>Click: make it run A</source>
            <translation>单击：设为运行 A</translation>
        </message>
        <message>
            <source>Batch sweep</source>
            <translation>批次扫描</translation>
        </message>
    </context>
    <context>
        <name>SweepTable</name>
        <message>
            <source>device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>split rule</source>
            <translation>划分规则</translation>
        </message>
        <message>
            <source>batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>splits</source>
            <translation>划分数</translation>
        </message>
        <message>
            <source>output bits</source>
            <translation>输出位</translation>
        </message>
    </context>
    <context>
        <name>SweepView</name>
        <message>
            <source>split counts: %1, bit patterns: %2</source>
            <translation>划分数：%1 种，位模式：%2 种</translation>
        </message>
        <message>
            <source>batch %1 on %2, split rule %3: %4 splits, output bits %5</source>
            <translation>%2 上的批次 %1，划分规则 %3：%4 个划分，输出位 %5</translation>
        </message>
        <message>
            <source>batch</source>
            <translation>批次</translation>
        </message>
        <message>
            <source>number of splits; a letter and a colour for each pattern of the output's bits</source>
            <translation>划分数；输出的每种位模式用一个字母和一种颜色表示</translation>
        </message>
        <message>
            <source>One request inside batches of %1 to %2. %3.</source>
            <translation>一个请求在 %1 至 %2 的批次中。%3。</translation>
        </message>
        <message>
            <source>The request is being run inside batches of 1 to 64 …</source>
            <translation>正在 1 至 64 的批次中运行该请求 …</translation>
        </message>
        <message>
            <source>%1, the same request inside batches</source>
            <translation>%1，同一请求在不同批次中</translation>
        </message>
        <message>
            <source>Batch sweep</source>
            <translation>批次扫描</translation>
        </message>
    </context>
    <context>
        <name>TablePanel</name>
        <message>
            <source>Numbers of %1</source>
            <translation>%1 的数值</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>The view that was used last has no numbers to show.</source>
            <translation>最近使用的视图没有可显示的数值。</translation>
        </message>
    </context>
    <context>
        <name>TensorDialog</name>
        <message>
            <source>16-bit values are the bits of bf16</source>
            <translation>16 位值是 bf16 的比特</translation>
        </message>
        <message>
            <source>Choose q, k and v</source>
            <translation>选择 q、k 和 v</translation>
        </message>
        <message>
            <source>choose a tensor</source>
            <translation>选择张量</translation>
        </message>
        <message>
            <source>as the shapes say</source>
            <translation>由形状判断</translation>
        </message>
        <message>
            <source>batch, heads, sequence, head dim</source>
            <translation>批、头、序列、头维度</translation>
        </message>
        <message>
            <source>batch, sequence, heads, head dim</source>
            <translation>批、序列、头、头维度</translation>
        </message>
        <message>
            <source>axes</source>
            <translation>轴</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Choose a tensor for each of q, k and v.</source>
            <translation>请为 q、k、v 各选一个张量。</translation>
        </message>
    </context>
    <context>
        <name>TileMapCanvas</name>
        <message>
            <source>Tile map</source>
            <translation>块图</translation>
        </message>
        <message>
            <source>%1 by %2 tiles</source>
            <translation>%1 × %2 块</translation>
        </message>
    </context>
    <context>
        <name>TileMapView</name>
        <message>
            <source>current</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>to come</source>
            <translation>未到</translation>
        </message>
        <message>
            <source>partly masked</source>
            <translation>部分屏蔽</translation>
        </message>
        <message>
            <source>never visited</source>
            <translation>从未访问</translation>
        </message>
        <message>
            <source>Map of %1 query tiles by %2 key tiles; %3 of %4 visited tiles are done. Colour: %5.</source>
            <translation>%1 个查询块 × %2 个键块的图；%4 个访问的块中已完成 %3 个。颜色：%5。</translation>
        </message>
        <message>
            <source>visiting order</source>
            <translation>访问顺序</translation>
        </message>
        <message>
            <source>running max</source>
            <translation>运行最大值</translation>
        </message>
        <message>
            <source>running sum</source>
            <translation>运行和</translation>
        </message>
        <message>
            <source>smallest alpha</source>
            <translation>最小 alpha</translation>
        </message>
        <message>
            <source>tile </source>
            <translation>块 </translation>
        </message>
        <message>
            <source>rows %1–%2, keys %3–%4</source>
            <translation>行 %1–%2，键 %3–%4</translation>
        </message>
        <message>
            <source>: never visited</source>
            <translation>：从未访问</translation>
        </message>
        <message>
            <source>, split %1</source>
            <translation>，划分 %1</translation>
        </message>
        <message>
            <source>, visited as no. %1</source>
            <translation>，第 %1 个访问</translation>
        </message>
        <message>
            <source>; row %1</source>
            <translation>；行 %1</translation>
        </message>
        <message>
            <source>; A − B in representable values</source>
            <translation>；以可表示值计的 A − B</translation>
        </message>
        <message>
            <source>: max %1, sum %2</source>
            <translation>：最大值 %1，和 %2</translation>
        </message>
        <message>
            <source>: running max %1, running sum %2, alpha %3; tile max %4, tile sum %5 (derived)</source>
            <translation>：运行最大值 %1，运行和 %2，alpha %3；块最大值 %4，块和 %5(推导)</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>B is an output alone: it has no tiles</source>
            <translation>B 只是输出：没有分块</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>A and B have other tiles: their running values cannot be compared tile by tile</source>
            <translation>A 与 B 的分块不同：无法逐块比较它们的运行值</translation>
        </message>
        <message>
            <source>largest |A − B| (ulp of fp32)</source>
            <translation>最大 |A − B|(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>Fault: stale K in the current key tile</source>
            <translation>故障：当前键块中的陈旧 K</translation>
        </message>
        <message>
            <source>As with a missing fence: Q is multiplied with the K of the key tile before</source>
            <translation>如同缺少栅栏：Q 与前一键块的 K 相乘</translation>
        </message>
        <message>
            <source>Fault: stale V in the current key tile</source>
            <translation>故障：当前键块中的陈旧 V</translation>
        </message>
        <message>
            <source>As with a missing fence: P is multiplied with the V of the key tile before</source>
            <translation>如同缺少栅栏：P 与前一键块的 V 相乘</translation>
        </message>
        <message>
            <source>Fault: tail of the last key tile not masked</source>
            <translation>故障：最后键块的尾部未掩蔽</translation>
        </message>
        <message>
            <source>Keys beyond the last one count with score 0</source>
            <translation>最后一个键之后的键以分数 0 计入</translation>
        </message>
        <message>
            <source>Colour of tiles</source>
            <translation>块的颜色</translation>
        </message>
        <message>
            <source>What the colour of a tile tells</source>
            <translation>块的颜色表示什么</translation>
        </message>
        <message>
            <source>row %1, other tiles: ranges over rows</source>
            <translation>行 %1，其他块：各行的范围</translation>
        </message>
        <message>
            <source>ranges over rows</source>
            <translation>各行的范围</translation>
        </message>
        <message>
            <source>tile m, l: derived</source>
            <translation>块 m、l：推导</translation>
        </message>
        <message>
            <source>Tile map</source>
            <translation>块图</translation>
        </message>
    </context>
    <context>
        <name>TileTable</name>
        <message>
            <source>query tile</source>
            <translation>查询块</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>visited</source>
            <translation>访问次序</translation>
        </message>
        <message>
            <source>row</source>
            <translation>行</translation>
        </message>
        <message>
            <source>tile max</source>
            <translation>块最大值</translation>
        </message>
        <message>
            <source>tile sum</source>
            <translation>块和</translation>
        </message>
        <message>
            <source>run max</source>
            <translation>运行最大值</translation>
        </message>
        <message>
            <source>run sum</source>
            <translation>运行和</translation>
        </message>
        <message>
            <source>alpha</source>
            <translation>alpha</translation>
        </message>
    </context>
    <context>
        <name>TimelineCanvas</name>
        <message>
            <source>start, nothing done yet</source>
            <translation>开头，尚未执行</translation>
        </message>
        <message>
            <source>query tile %1</source>
            <translation>查询块 %1</translation>
        </message>
        <message>
            <source>key tile %1</source>
            <translation>键块 %1</translation>
        </message>
        <message>
            <source>running error: select a row</source>
            <translation>运行误差：请选择一行</translation>
        </message>
        <message>
            <source>running error of row %1</source>
            <translation>第 %1 行的运行误差</translation>
        </message>
        <message>
            <source>ulp, rms over columns, against float64 over the keys so far; top %1</source>
            <translation>ulp，各列均方根，相对目前各键的 float64；最高 %1</translation>
        </message>
    </context>
    <context>
        <name>TimelinePanel</name>
        <message>
            <source>max changed</source>
            <translation>最大值变化</translation>
        </message>
        <message>
            <source>rescale</source>
            <translation>重缩放</translation>
        </message>
        <message>
            <source>tie</source>
            <translation>并列</translation>
        </message>
        <message>
            <source>NaN</source>
            <translation>NaN</translation>
        </message>
        <message>
            <source>Stop at steps of this kind; the number counts steps of this head</source>
            <translation>在此类步骤处停下；数字为该头中的步骤数</translation>
        </message>
        <message>
            <source>step %1 / %2</source>
            <translation>步骤 %1 / %2</translation>
        </message>
        <message>
            <source>by</source>
            <translation>按</translation>
        </message>
        <message>
            <source>step</source>
            <translation>步骤</translation>
        </message>
        <message>
            <source>key tile</source>
            <translation>键块</translation>
        </message>
        <message>
            <source>query tile</source>
            <translation>查询块</translation>
        </message>
        <message>
            <source>How far the player and the arrow keys go ([ finer, ] coarser)</source>
            <translation>播放与方向键每次走多远([ 更细，] 更粗)</translation>
        </message>
        <message>
            <source>Granularity</source>
            <translation>粒度</translation>
        </message>
        <message>
            <source>speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>%1 / s</source>
            <translation>%1 / 秒</translation>
        </message>
        <message>
            <source>Steps of the player in a second</source>
            <translation>播放时每秒的步数</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>events</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
    </context>
    <context>
        <name>TreeBoundsStrip</name>
        <message>
            <source>A bound before anything is added. Worst case: no data can do worse; of Kahan's method without terms of the size of n u² Σ|x|.</source>
            <translation>相加之前即成立的界。最坏情况：任何数据都不会更差；Kahan 方法略去量级为 n u² Σ|x| 的项。</translation>
        </message>
        <message>
            <source>Bounds before anything is added, for %1 roundings on the longest way. Worst case: no data can do worse. Probabilistic: independent errors of mean zero stay below it, but for a chance of 0.07 % (lambda = 4). Truncation: what tensor cores that cut instead of rounding can do; it is one-sided, so chance does not help.</source>
            <translation>求和之前的误差界，最长路径上有 %1 次舍入。最坏情况：任何数据都不会更差。概率界：均值为零的独立误差低于它，例外的概率为 0.07 %（lambda = 4）。截断：只截断而不舍入的张量核心可能造成的误差；它是单侧的，概率帮不上忙。</translation>
        </message>
        <message>
            <source>measured %1 ulp</source>
            <translation>实测 %1 ulp</translation>
        </message>
        <message>
            <source>probabilistic %1</source>
            <translation>概率界 %1</translation>
        </message>
        <message>
            <source>truncation %1</source>
            <translation>截断 %1</translation>
        </message>
        <message>
            <source>worst case %1</source>
            <translation>最坏情况 %1</translation>
        </message>
    </context>
    <context>
        <name>TreeCanvas</name>
        <message>
            <source>Reduction tree</source>
            <translation>归约树</translation>
        </message>
    </context>
    <context>
        <name>TreeSplitStrip</name>
        <message>
            <source>Key tiles, and which split adds them. Drag a boundary: splits are equally long, so the others follow, and the run with its bits and errors follows when you let go (recipe field split). By keys: Left and Right, then Return; Escape leaves it.</source>
            <translation>键块，以及由哪个划分相加。拖动边界：各划分等长，其余边界随之移动，松开后运行连同其位与误差一起更新（配方字段 split）。用键盘：左右方向键，再按回车；Esc 放弃。</translation>
        </message>
        <message>
            <source>one split: %1 keys</source>
            <translation>一个划分：%1 个键</translation>
        </message>
        <message>
            <source>%1 splits of %2 keys</source>
            <translation>%1 个划分，每个 %2 个键</translation>
        </message>
        <message>
            <source>, the last of %1</source>
            <translation>，最后一个 %1 个</translation>
        </message>
        <message>
            <source>, %1 more without keys</source>
            <translation>，另有 %1 个没有键</translation>
        </message>
        <message>
            <source> · tiles of %1 keys</source>
            <translation> · 每个键块 %1 个键</translation>
        </message>
        <message>
            <source> · Return or letting go applies it</source>
            <translation> · 回车或松开即应用</translation>
        </message>
        <message>
            <source>Splits</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
    </context>
    <context>
        <name>TreeTable</name>
        <message>
            <source>node</source>
            <translation>节点</translation>
        </message>
        <message>
            <source>scope</source>
            <translation>范围</translation>
        </message>
        <message>
            <source>value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>own error</source>
            <translation>自身误差</translation>
        </message>
        <message>
            <source>accumulated error</source>
            <translation>累积误差</translation>
        </message>
        <message>
            <source>carried</source>
            <translation>携带</translation>
        </message>
        <message>
            <source>measured</source>
            <translation>实测</translation>
        </message>
    </context>
    <context>
        <name>TreeView</name>
        <message>
            <source>the CUDA kernels (%1)</source>
            <translation>CUDA 内核（%1）</translation>
        </message>
        <message>
            <source>the CPU engine</source>
            <translation>CPU 引擎</translation>
        </message>
        <message>
            <source>%1 questions in one run of %2</source>
            <translation>%1 个问题，%2运行一次</translation>
        </message>
        <message>
            <source>%1 questions in %3 runs of %2</source>
            <translation>%1 个问题，%2运行 %3 次</translation>
        </message>
        <message>
            <source>the measured tree is another one: %1</source>
            <translation>测得的树是另一棵：%1</translation>
        </message>
        <message>
            <source>the measured tree is the declared one</source>
            <translation>测得的树就是声明的树</translation>
        </message>
        <message>
            <source>; summands that cannot be seen: %1</source>
            <translation>；看不见的加数：%1</translation>
        </message>
        <message>
            <source>row sum l</source>
            <translation>行和 l</translation>
        </message>
        <message>
            <source>output element</source>
            <translation>输出元素</translation>
        </message>
        <message>
            <source>score q·k</source>
            <translation>得分 q·k</translation>
        </message>
        <message>
            <source>merge of tile sums</source>
            <translation>块和的合并</translation>
        </message>
        <message>
            <source>merge of tile outputs</source>
            <translation>块输出的合并</translation>
        </message>
        <message>
            <source>weights of splits</source>
            <translation>各划分的权重</translation>
        </message>
        <message>
            <source>combine of splits</source>
            <translation>各划分的合并</translation>
        </message>
        <message>
            <source>dQ (contributions per key tile)</source>
            <translation>dQ（各键块的贡献）</translation>
        </message>
        <message>
            <source>row %1</source>
            <translation>行 %1</translation>
        </message>
        <message>
            <source>S[%1, %2]</source>
            <translation>S[%1, %2]</translation>
        </message>
        <message>
            <source>dQ[%1, %2]</source>
            <translation>dQ[%1, %2]</translation>
        </message>
        <message>
            <source>O[%1, %2]</source>
            <translation>O[%1, %2]</translation>
        </message>
        <message>
            <source>Open a file or a sample</source>
            <translation>打开文件或示例</translation>
        </message>
        <message>
            <source>Select a query row: click a cell of the matrix</source>
            <translation>选择一个查询行：单击矩阵的单元格</translation>
        </message>
        <message>
            <source>B is an output alone: it has no tree</source>
            <translation>B 只是输出：没有树</translation>
        </message>
        <message>
            <source>Computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <source>Reduction tree with %1 leaves, folded to %2 boxes. Root: %3.</source>
            <translation>归约树，%1 片叶，折叠为 %2 个框。根：%3。</translation>
        </message>
        <message>
            <source>%1 ulp in all</source>
            <translation>共 %1 ulp</translation>
        </message>
        <message>
            <source>confirmed: %1</source>
            <translation>证实：%1</translation>
        </message>
        <message>
            <source>measured otherwise: %1</source>
            <translation>测得不同：%1</translation>
        </message>
        <message>
            <source>not observable: %1</source>
            <translation>无法观察：%1</translation>
        </message>
        <message>
            <source>measured: the same sum</source>
            <translation>测量：同一个和</translation>
        </message>
        <message>
            <source>measured: another sum</source>
            <translation>测量：另一个和</translation>
        </message>
        <message>
            <source>not observable from outside</source>
            <translation>从外部无法观察</translation>
        </message>
        <message>
            <source>own error of a node (ulp of fp32)</source>
            <translation>节点自身误差(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>accumulated error (ulp of fp32)</source>
            <translation>累积误差(fp32 的 ulp)</translation>
        </message>
        <message>
            <source>A − B of a node (representable values)</source>
            <translation>节点的 A − B(可表示值数)</translation>
        </message>
        <message>
            <source>folded</source>
            <translation>已折叠</translation>
        </message>
        <message>
            <source>a sum of B alone</source>
            <translation>只有 B 有的和</translation>
        </message>
        <message>
            <source>a sum of A alone</source>
            <translation>只有 A 有的和</translation>
        </message>
        <message>
            <source>leaves</source>
            <translation>叶</translation>
        </message>
        <message>
            <source>mma group</source>
            <translation>mma 组</translation>
        </message>
        <message>
            <source>thread</source>
            <translation>线程</translation>
        </message>
        <message>
            <source>quad</source>
            <translation>四线程组</translation>
        </message>
        <message>
            <source>warp part</source>
            <translation>线程束部分</translation>
        </message>
        <message>
            <source>block</source>
            <translation>线程块</translation>
        </message>
        <message>
            <source>split</source>
            <translation>划分</translation>
        </message>
        <message>
            <source>grid</source>
            <translation>网格</translation>
        </message>
        <message>
            <source>key %1</source>
            <translation>键 %1</translation>
        </message>
        <message>
            <source>tile %1</source>
            <translation>块 %1</translation>
        </message>
        <message>
            <source>split %1</source>
            <translation>划分 %1</translation>
        </message>
        <message>
            <source>dim %1</source>
            <translation>维 %1</translation>
        </message>
        <message>
            <source>keys %1–%2</source>
            <translation>键 %1–%2</translation>
        </message>
        <message>
            <source>dims %1–%2</source>
            <translation>维 %1–%2</translation>
        </message>
        <message>
            <source>%1 keys</source>
            <translation>%1 个键</translation>
        </message>
        <message>
            <source>%1 summands</source>
            <translation>%1 个加数</translation>
        </message>
        <message>
            <source>every leaf</source>
            <translation>每片叶</translation>
        </message>
        <message>
            <source>%1, by key tile</source>
            <translation>%1，按键块</translation>
        </message>
        <message>
            <source>lanes %1</source>
            <translation>线程道 %1</translation>
        </message>
        <message>
            <source>lane %1</source>
            <translation>线程道 %1</translation>
        </message>
        <message>
            <source>value %1 (%2), exact %3</source>
            <translation>值 %1(%2)，精确 %3</translation>
        </message>
        <message>
            <source>; own error %1 ulp, accumulated %2 ulp</source>
            <translation>；自身误差 %1 ulp，累积 %2 ulp</translation>
        </message>
        <message>
            <source>; compensation %1, subtracted from the next summand</source>
            <translation>；补偿 %1，从下一个加数中减去</translation>
        </message>
        <message>
            <source>; rests so far %1, added at the end</source>
            <translation>；至此的余项 %1，最后加上</translation>
        </message>
        <message>
            <source>; A has no such sum</source>
            <translation>；A 没有这样的和</translation>
        </message>
        <message>
            <source>; B has no such sum</source>
            <translation>；B 没有这样的和</translation>
        </message>
        <message>
            <source>; A − B %1 representable values</source>
            <translation>；A − B 为 %1 个可表示值</translation>
        </message>
        <message>
            <source>; %1 nodes folded, click to open</source>
            <translation>；折叠了 %1 个节点，单击展开</translation>
        </message>
        <message>
            <source>own error</source>
            <translation>自身误差</translation>
        </message>
        <message>
            <source>accumulated error</source>
            <translation>累积误差</translation>
        </message>
        <message>
            <source>Which sum</source>
            <translation>哪个和</translation>
        </message>
        <message>
            <source>The sum whose tree is shown</source>
            <translation>显示哪个和的树</translation>
        </message>
        <message>
            <source>Folding</source>
            <translation>折叠</translation>
        </message>
        <message>
            <source>Additions up to this scope are folded into one node</source>
            <translation>此范围以内的加法折叠为一个节点</translation>
        </message>
        <message>
            <source>Colour of nodes</source>
            <translation>节点的颜色</translation>
        </message>
        <message>
            <source>What the colour of a node tells</source>
            <translation>节点的颜色表示什么</translation>
        </message>
        <message>
            <source> · gradient of the output: %1</source>
            <translation> · 输出的梯度：%1</translation>
        </message>
        <message>
            <source> · key tiles arrive as %1</source>
            <translation> · 键块到达顺序 %1</translation>
        </message>
        <message>
            <source>, split %1</source>
            <translation>，划分 %1</translation>
        </message>
        <message>
            <source> · the kernel's order ends %1 representable values away</source>
            <translation> · 内核的次序结果相差 %1 个可表示值</translation>
        </message>
        <message>
            <source> · %1 of A's %2 sums are sums of B too</source>
            <translation> · A 的 %2 个和中有 %1 个也是 B 的和</translation>
        </message>
        <message>
            <source> · measured: A, declared: B</source>
            <translation> · 测量：A，声明：B</translation>
        </message>
        <message>
            <source>sequential</source>
            <translation>顺序</translation>
        </message>
        <message>
            <source>reverse</source>
            <translation>逆序</translation>
        </message>
        <message>
            <source>pairwise</source>
            <translation>两两</translation>
        </message>
        <message>
            <source>strided by 4</source>
            <translation>步长 4</translation>
        </message>
        <message>
            <source>butterfly</source>
            <translation>蝶形</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation>分块</translation>
        </message>
        <message>
            <source>sequential, compensated (Kahan)</source>
            <translation>顺序，带补偿（Kahan）</translation>
        </message>
        <message>
            <source>sequential, rests apart (Neumaier)</source>
            <translation>顺序，余项另计（Neumaier）</translation>
        </message>
        <message>
            <source>exact, one rounding</source>
            <translation>精确，一次舍入</translation>
        </message>
        <message>
            <source>Export the order of addition</source>
            <translation>导出加法次序</translation>
        </message>
        <message>
            <source>JSON (*.json);;Table (*.csv);;Python (*.py)</source>
            <translation>JSON (*.json);;表格 (*.csv);;Python (*.py)</translation>
        </message>
        <message>
            <source>as the kernel adds</source>
            <translation>内核的次序</translation>
        </message>
        <message>
            <source>edited</source>
            <translation>已编辑</translation>
        </message>
        <message>
            <source>Order of addition</source>
            <translation>加法次序</translation>
        </message>
        <message>
            <source>Another order for the same summands: each rounded to fp32, rescaled to the final maximum, then added in fp32: by plain additions, or with what they lose carried along</source>
            <translation>同样加数的另一种次序：各自舍入到 fp32，按最终最大值重新缩放，然后以 fp32 相加：用普通加法，或将其损失一并携带</translation>
        </message>
        <message>
            <source>Edit the order</source>
            <translation>编辑次序</translation>
        </message>
        <message>
            <source>Drag a key tile onto another one: run A visits it just before that; of dQ, it arrives just before that. Drag anything else: the same summands, added in another order</source>
            <translation>将一个键块拖到另一个上：运行 A 紧接在那之前访问它；对 dQ，它紧接在那之前到达。拖动其他任何节点：相同的加数，按另一次序相加</translation>
        </message>
        <message>
            <source>Export the order…</source>
            <translation>导出次序…</translation>
        </message>
        <message>
            <source>Find a summand…</source>
            <translation>查找加数…</translation>
        </message>
        <message>
            <source>number of a summand</source>
            <translation>加数编号</translation>
        </message>
        <message>
            <source>Find a summand by its number</source>
            <translation>按编号查找加数</translation>
        </message>
        <message>
            <source>A compensated sum has no other order: it goes from the first summand to the last</source>
            <translation>补偿求和没有别的次序：它从第一个加数加到最后一个</translation>
        </message>
        <message>
            <source>edit of the order of addition</source>
            <translation>编辑加法次序</translation>
        </message>
        <message>
            <source>There is no tree to export</source>
            <translation>没有可导出的树</translation>
        </message>
        <message>
            <source>A Python program repeats plain additions: choose an order other than the kernel's first</source>
            <translation>Python 程序只重复普通加法：请先选择内核次序以外的次序</translation>
        </message>
        <message>
            <source>A Python program repeats plain additions, and the exact sum is none</source>
            <translation>Python 程序只重复普通加法，而精确和不是</translation>
        </message>
        <message>
            <source>A Python program repeats plain additions, and a compensated sum has others</source>
            <translation>Python 程序只重复普通加法，而补偿求和含有其他运算</translation>
        </message>
        <message>
            <source>%1: expected a name that ends with .json, .csv or .py</source>
            <translation>%1：名称应以 .json、.csv 或 .py 结尾</translation>
        </message>
        <message>
            <source>Wrote %1</source>
            <translation>已写入 %1</translation>
        </message>
        <message>
            <source>The sum has no summand %1</source>
            <translation>此和没有加数 %1</translation>
        </message>
        <message>
            <source>Measuring the tree: %1 questions so far …</source>
            <translation>正在测量树：已有 %1 个问题……</translation>
        </message>
        <message>
            <source>Probe</source>
            <translation>探测</translation>
        </message>
        <message>
            <source>declared by A</source>
            <translation>由 A 声明</translation>
        </message>
        <message>
            <source>declared by B</source>
            <translation>由 B 声明</translation>
        </message>
        <message>
            <source>Declared tree</source>
            <translation>声明的树</translation>
        </message>
        <message>
            <source>Whose recipe declares the tree that A is measured against</source>
            <translation>A 与谁的配方所声明的树比较</translation>
        </message>
        <message>
            <source>A probe measures one run: show A or B</source>
            <translation>探测只测量一次运行：请显示 A 或 B</translation>
        </message>
        <message>
            <source>Take the measured tree away, or stop measuring it</source>
            <translation>移去测得的树，或停止测量</translation>
        </message>
        <message>
            <source>Measure the tree from outside: the kernel is run on chosen inputs whose results give it away, and what is found is laid over the declared tree</source>
            <translation>从外部测量树：在选定的输入上运行内核，由结果得知树的形状，再叠加到声明的树上</translation>
        </message>
        <message>
            <source>A probe measures sums of the forward pass, and dQ is none: choose another sum to measure it</source>
            <translation>探测只测量前向传播中的和，dQ 不是其中之一：请另选一个和来测量</translation>
        </message>
        <message>
            <source>Measured: A, declared: B. %1</source>
            <translation>实测：A，声明：B。%1</translation>
        </message>
        <message>
            <source>Measuring the tree …</source>
            <translation>正在测量树……</translation>
        </message>
        <message>
            <source>Adding all sums beside this one in the same order …</source>
            <translation>正在按同一次序计算旁边的所有和……</translation>
        </message>
        <message>
            <source>Stopped. Choose another order, or F5 to begin anew</source>
            <translation>已停止。请另选次序，或按 F5 重新开始</translation>
        </message>
        <message>
            <source>Order of arrival…</source>
            <translation>到达顺序……</translation>
        </message>
        <message>
            <source>The key tiles in the order in which their contributions to dQ are added</source>
            <translation>各键块对 dQ 的贡献相加的顺序</translation>
        </message>
        <message>
            <source>key tiles, as 2,0,1; empty: ascending</source>
            <translation>键块，如 2,0,1；留空：升序</translation>
        </message>
        <message>
            <source>Order in which key tiles arrive</source>
            <translation>键块的到达顺序</translation>
        </message>
        <message>
            <source>order of arrival of key tiles</source>
            <translation>键块的到达顺序</translation>
        </message>
        <message>
            <source>column %1</source>
            <translation>列 %1</translation>
        </message>
        <message>
            <source>Against the run without the changed order %1 of %2 output columns differ</source>
            <translation>与未更改次序的运行相比，%2 个输出列中 %1 个不同</translation>
        </message>
        <message>
            <source>In this order %1 of %2 columns differ</source>
            <translation>按此次序，%2 列中 %1 列不同</translation>
        </message>
        <message>
            <source>In this order %1 of %2 rows of the query tile differ</source>
            <translation>按此次序，查询块的 %2 行中 %1 行不同</translation>
        </message>
        <message>
            <source>In this order %1 of %2 keys of the key tile differ</source>
            <translation>按此次序，键块的 %2 个键中 %1 个不同</translation>
        </message>
        <message>
            <source>ulp of %1</source>
            <translation>%1 的 ulp</translation>
        </message>
        <message>
            <source>, most %1 ulp of %2 (%3)</source>
            <translation>，最多 %1 ulp（%2，%3）</translation>
        </message>
        <message>
            <source> · %1 left out: they have summands that the order does not name, or none</source>
            <translation> · 略去 %1 个：含有此次序未列出的加数，或没有加数</translation>
        </message>
        <message>
            <source> · error against float64: from %1 to %2 ulp (mean)</source>
            <translation> · 相对 float64 的误差：从 %1 到 %2 ulp（平均）</translation>
        </message>
        <message>
            <source>%1: it has summands that this order does not name, or none</source>
            <translation>%1：含有此次序未列出的加数，或没有加数</translation>
        </message>
        <message>
            <source>%1: %2 → %3, %4 ulp (errors %5, %6)</source>
            <translation>%1：%2 → %3，%4 ulp（误差 %5、%6）</translation>
        </message>
        <message>
            <source>%1 (%2), error %3 ulp</source>
            <translation>%1（%2），误差 %3 ulp</translation>
        </message>
        <message>
            <source>%1: kernel %2 · this order %3 · %4 ulp apart · float64 %5</source>
            <translation>%1：内核 %2 · 此次序 %3 · 相差 %4 ulp · float64 %5</translation>
        </message>
        <message>
            <source>Reduction tree</source>
            <translation>归约树</translation>
        </message>
    </context>
    <context>
        <name>View</name>
        <message>
            <source>View state %1 is "%2", expected one of %3</source>
            <translation>视图状态 %1 为“%2”，应为下列之一：%3</translation>
        </message>
        <message>
            <source>View state %1 is "%2", expected a whole number from %3 to %4</source>
            <translation>视图状态 %1 为“%2”，应为 %3 到 %4 之间的整数</translation>
        </message>
    </context>
    <context>
        <name>ViewHeader</name>
        <message>
            <source>Show A</source>
            <translation>显示 A</translation>
        </message>
        <message>
            <source>Show B</source>
            <translation>显示 B</translation>
        </message>
        <message>
            <source>Show the difference A − B</source>
            <translation>显示差 A − B</translation>
        </message>
        <message>
            <source>Show what the tool bar says</source>
            <translation>跟随工具栏</translation>
        </message>
        <message>
            <source>Export this view…</source>
            <translation>导出此视图…</translation>
        </message>
        <message>
            <source>Copy this view as a picture</source>
            <translation>把此视图复制为图片</translation>
        </message>
        <message>
            <source>What else this view can do</source>
            <translation>此视图还能做什么</translation>
        </message>
        <message>
            <source>View menu</source>
            <translation>视图菜单</translation>
        </message>
    </context>
    <context>
        <name>WhatIfStrip</name>
        <message>
            <source>This order's value less the kernel's, in representable values; hatched: the order cannot be used there. Left, Right and Return choose by keys.</source>
            <translation>此次序的值减去内核的值，以可表示值的个数计；斜线：此次序不适用。可用左、右键和回车选择。</translation>
        </message>
        <message>
            <source>Click: show its tree</source>
            <translation>单击：显示其树</translation>
        </message>
        <message>
            <source>What the order does beside this sum</source>
            <translation>此次序对旁边各和的影响</translation>
        </message>
    </context>
    <context>
        <name>Workspace</name>
        <message>
            <source>Views that share a place</source>
            <translation>共用一处的视图</translation>
        </message>
    </context>
</TS>
